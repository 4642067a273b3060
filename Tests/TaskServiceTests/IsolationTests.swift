// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import HTTPMessages
import TaskListClient
import TaskService
import Testing

/// Many people use the API at the same time, and each finds only their own tasks.
@Suite struct IsolationTests {
    typealias Call = ServiceUnderTest.Call

    @Test func `two hundred people at once see their own tasks in every response`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let service = try ServiceUnderTest(store: SQLiteTaskStore(file: folder.appending(path: "tasks.sqlite")))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 { group.addTask { try await use(service, as: "person-\(number)") } }
            try await group.waitForAll()
        }
    }

    /// Adds, changes, lists and removes tasks of a person, with one token, and tries those of the next person.
    private func use(_ service: ServiceUnderTest, as person: String) async throws {
        let token = try service.token(of: person, scope: "Tasks.ReadWrite")
        let owner = "\(FakeProvider.issuer) \(person)"
        func send(_ call: Call) async throws -> ServiceUnderTest.Answer { try await service.send(call, with: token) }
        var expected: [String] = []
        for round in 0..<3 {
            let added = try await send(.adding("\(person) \(round)")).task()
            #expect(added.owner == owner)
            expected.append("\(person) \(round)")
            let tasks = try await send(Call(.get, "/api/tasks")).tasks()
            #expect(tasks.map(\.text) == expected)
            #expect(tasks.allSatisfy { $0.owner == owner })
            let stranger = try service.token(of: "stranger of \(person)", scope: "Tasks.ReadWrite")
            #expect(try await service.send(Call(.delete, "/api/tasks/\(added.id)"), with: stranger).status == 404)
            #expect(try await service.send(Call(.get, "/api/tasks"), with: stranger).text == "[]")
        }
        let first = try #require(try await send(Call(.get, "/api/tasks")).tasks().first)
        #expect(try await send(Call(.delete, "/api/tasks/\(first.id)")).status == 204)
        #expect(try await send(Call(.get, "/api/tasks")).tasks().map(\.text) == Array(expected.dropFirst()))
    }
}
