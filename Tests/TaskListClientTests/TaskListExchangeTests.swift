// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import Fixtures
import Foundation
import HTTPMessages
import HTTPServing
import ProgramLifecycle
import TaskListClient
import TaskService
import Testing

/// The client against the service itself, with nothing but the network left out.
@Suite struct TaskListExchangeTests {
    private func client(subject: String = "alice") throws -> TaskListClient {
        let provider = try FakeProvider()
        let clock = TestClock(Date(timeIntervalSince1970: 1_452_304_932.345))
        let settings = TaskServiceSettings(
            accepting: [
                AcceptedTokens(
                    from: ProviderDescription(issuer: FakeProvider.issuer), AccessTokenRules(audiences: ["api://tasks"])
                )
            ],
            hosts: [HostAndPort(host: "localhost", port: 3000)])
        let router = buildTaskRouter(
            settings, keepingTasksIn: try SQLiteTaskStore(), over: provider, time: TimeSource { clock.now })
        let token = try TokenDraft(from: provider, subject: subject, at: clock.now).signed()
        let service = InProcessResponder(router.buildResponder(), logger: Log("test"))
        let transport = StubTransport { request, body in
            var request = request
            request.headerFields[.authorization] = "Bearer \(token)"
            let (head, body) = try await service.respond(to: request, body: body)
            return TransportResponse(head: head, body: body)
        }
        return try TaskListClientTests.client(transport)
    }

    @Test func `tasks are added, listed and removed`() async throws {
        let client = try client()
        #expect(try await client.tasks() == [])
        let milk = try await client.add("Buy milk")
        let text = "Ärger: \"O'Brien\" + 100% & <b>#1</b>\n\tsecond line 李 👩‍👩‍👧‍👦"
        let odd = try await client.add(text)
        #expect(odd.text == text)
        #expect(milk.owner == "\(FakeProvider.issuerText) alice")
        #expect(milk.date == Date(timeIntervalSince1970: 1_452_304_932.345))
        #expect(try await client.tasks() == [milk, odd])
        try await client.remove(milk.id)
        #expect(try await client.tasks() == [odd])
    }

    @Test func `tasks are ticked off and reworded`() async throws {
        let client = try client()
        var task = try await client.add("Buy milk")
        task.completed = true
        #expect(try await client.update(task.id, completed: true) == task)
        task.text = "Buy \"tea\" & 李"
        #expect(try await client.update(task.id, text: task.text) == task)
        (task.text, task.completed) = ("Buy milk", false)
        #expect(try await client.update(task.id, text: task.text, completed: false) == task)
        #expect(try await client.tasks() == [task])
        let nothing = await #expect(throws: TaskListError.self) { try await client.update(task.id) }
        #expect(nothing?.code == "MissingChange")
        let unknown = await #expect(throws: TaskListError.self) { try await client.update("none", completed: true) }
        #expect(unknown?.description == "404 TaskNotFound: you have no task with this id")
    }

    @Test func `a change of another state is refused, and a key adds once`() async throws {
        let client = try client()
        let key = UUID()
        let task = try await client.add("Buy milk", key: key)
        #expect(try await client.add("Buy milk", key: key) == task)
        let reused = await #expect(throws: TaskListError.self) { try await client.add("Buy tea", key: key) }
        #expect(reused?.status == 422)
        let read = try await client.task(task.id)
        #expect(read.item == task)
        let changed = try await client.update(task.id, completed: true, ifMatch: read.tag)
        #expect(try await client.tasks() == [changed])
        let stale = await #expect(throws: TaskListError.self) {
            try await client.update(task.id, text: "x", ifMatch: read.tag)
        }
        #expect(stale?.status == 412 && stale?.code == "PreconditionFailed")
        await #expect(throws: TaskListError.self) { try await client.remove(task.id, ifMatch: read.tag) }
        try await client.remove(task.id, ifMatch: try await client.task(task.id).tag)
        #expect(try await client.tasks() == [])
    }

    @Test func `refusals arrive with their code`() async throws {
        let client = try client()
        let missing = await #expect(throws: TaskListError.self) { try await client.add(" ") }
        #expect(missing?.description == #"400 MissingTask: "Text" is a required parameter"#)
        let unknown = await #expect(throws: TaskListError.self) { try await client.remove("none") }
        #expect(unknown?.description == "404 TaskNotFound: you have no task with this id")
    }
}
