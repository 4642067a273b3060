// SPDX-License-Identifier: Apache-2.0

import Fixtures
import HTTPMessages
import TaskListClient
import TaskService

@Suite struct TaskControllerTests {
    let service: ServiceUnderTest

    init() throws { service = try ServiceUnderTest() }

    typealias Call = ServiceUnderTest.Call

    @Test func `the overview lists the routes as the seeds' API does`() async throws {
        let answer = try await ServiceUnderTest().send(Call(.get, "/").as(nil))
        #expect(answer.status == 200)
        #expect(
            answer.text
                == #"["GET     /","POST    /api/tasks","GET     /api/tasks","DELETE  /api/tasks","#
                + #""PUT     /api/tasks/:id","DELETE  /api/tasks/:id"]"#)
    }

    @Test func `a list is a bare array`() async throws {
        let empty = try await service.send(Call(.get, "/api/tasks"))
        #expect((empty.status, empty.text) == (200, "[]"))
        #expect(empty.fields[.contentType] == "application/json; charset=utf-8")
        #expect(empty.fields[.cacheControl] == "no-store")
    }

    @Test func `a new task is answered as it will be listed`() async throws {
        service.clock.advance(by: 0.3456)
        let answer = try await service.send(.adding("Buy milk"))
        #expect(answer.status == 201)
        let task = try answer.task()
        #expect(answer.fields[.location] == "/api/tasks/\(task.id)")
        #expect(UUID(uuidString: task.id)?.uuidString.lowercased() == task.id)
        #expect(task.owner == "https://login.example/tenant-1/v2.0 alice")
        #expect(task.date == Date(timeIntervalSince1970: 1_767_960_000.346))
        #expect(answer.text.contains(#""date":"2026-01-09T12:00:00.346Z""#))
        #expect(!task.completed)
        #expect(try await service.send(Call(.get, "/api/tasks")).text == "[\(answer.text)]")
    }

    @Test func `the oldest task comes first even if the clock moves back`() async throws {
        for text in ["first", "second", "third"] {
            #expect(try await service.send(.adding(text)).status == 201)
            service.clock.advance(by: -60)
        }
        #expect(try await service.texts() == ["first", "second", "third"])
    }

    @Test func `a task is removed once`() async throws {
        let task = try await service.send(.adding("Buy milk")).task()
        let removed = try await service.send(Call(.delete, "/api/tasks/\(task.id)"))
        #expect(removed.status == 204)
        #expect(removed.body.isEmpty)
        let again = try await service.send(Call(.delete, "/api/tasks/\(task.id)"))
        #expect((again.status, again.code) == (404, "TaskNotFound"))
        #expect(try await service.texts() == [])
    }

    @Test func `a user can neither see nor remove another user's tasks`() async throws {
        let task = try await service.send(.adding("Alice's")).task()
        _ = try await service.send(.adding("Bob's", as: "bob"))
        #expect(try await service.texts(of: "bob") == ["Bob's"])
        let others = try await service.send(Call(.delete, "/api/tasks/\(task.id)").as("bob"))
        let unknown = try await service.send(
            Call(.delete, "/api/tasks/00000000-0000-0000-0000-000000000000").as("bob"))
        #expect((others.status, others.text) == (404, unknown.text))
        #expect(try await service.texts() == ["Alice's"])
    }

    @Test(arguments: [
        (#"{"Text":"x","owner":"https://login.example/tenant-1/v2.0 bob","_id":"1"}"#, "application/json"),
        ("Text=x&owner=https%3A%2F%2Flogin.example%2Ftenant-1%2Fv2.0+bob&_id=1", "application/x-www-form-urlencoded"),
    ])
    func `an owner in the content is not believed`(_ body: String, _ type: String) async throws {
        let task = try await service.send(.posting(body, as: type)).task()
        #expect(task.owner == "https://login.example/tenant-1/v2.0 alice")
        #expect(task.id != "1")
        #expect(try await service.texts(of: "bob") == [])
    }

    @Test(arguments: ["' OR '1'='1", "%27%20OR%201=1--", "%00", "..", "%2e%2e"])
    func `an odd id is only an unknown one`(_ id: String) async throws {
        _ = try await service.send(.adding("stays"))
        #expect(try await service.send(Call(.delete, "/api/tasks/\(id)")).status == 404)
        #expect(try await service.texts() == ["stays"])
    }

    @Test func `a list holds so many tasks and no more`() async throws {
        let service = try ServiceUnderTest(maximumTaskCount: 3)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<10 { group.addTask { try await service.send(.adding("\(number)")).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [201, 201, 201] + Array(repeating: 409, count: 7))
        let full = try await service.send(.adding("one more"))
        #expect(full.code == "TooManyTasks")
        #expect(full.message == "the list has reached its maximum of 3 tasks; remove one first")
        #expect(try await service.send(.adding("Bob's", as: "bob")).status == 201)
        let first = try #require(try await service.send(Call(.get, "/api/tasks")).tasks().first)
        #expect(try await service.send(Call(.delete, "/api/tasks/\(first.id)")).status == 204)
        #expect(try await service.send(.adding("one more")).status == 201)
    }

    @Test func `two hundred additions at once are all kept`() async throws {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<200 { group.addTask { try await service.send(.adding("\(number)")).status } }
            for try await status in group { #expect(status == 201) }
        }
        let tasks = try await service.send(Call(.get, "/api/tasks")).tasks()
        #expect(Set(tasks.map(\.text)) == Set((0..<200).map(String.init)))
        #expect(Set(tasks.map(\.id)).count == 200)
    }
}

/// Many concurrent users, each with their own tasks.
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

    /// Uses all operations with one token, and tries them on the next person's tasks.
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
