// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import TaskListClient

@Suite struct TaskUpdateTests {
    let service: ServiceUnderTest

    init() throws { service = try ServiceUnderTest() }

    typealias Call = ServiceUnderTest.Call

    static let json = "application/json"
    static let parts =
        "--edge\r\nContent-Disposition: form-data; name=\"Text\"\r\n\r\nBuy tea\r\n"
        + "--edge\r\nContent-Disposition: form-data; name=\"completed\"\r\n\r\ntrue\r\n--edge--\r\n"

    static func change(_ id: String, _ body: String, as type: String? = json) -> Call {
        var call = Call.posting(body, as: type)
        call.method = .put
        call.path += "/" + id
        return call
    }

    static let changes: [(body: String, type: String, text: String, completed: Bool)] = [
        (#"{"completed":true}"#, json, "Buy milk", true),
        (#"{"Text":"Buy tea"}"#, json, "Buy tea", false),
        (#"{"Text":"Buy tea","completed":true}"#, json, "Buy tea", true),
        (#"{"Text":null,"completed":true}"#, json, "Buy milk", true),
        (#"{"completed":false,"owner":"bob","_id":"1","date":"2016-01-09T02:02:12.345Z"}"#, json, "Buy milk", false),
        ("completed=true", TaskTextTests.form, "Buy milk", true),
        ("Text=Buy+tea&completed=false", TaskTextTests.form, "Buy tea", false),
        (parts, TaskTextTests.multipart, "Buy tea", true),
    ]

    @Test(arguments: changes)
    func `a task becomes`(_ body: String, _ type: String, _ text: String, _ completed: Bool) async throws {
        var task = try await service.send(.adding("Buy milk")).task()
        _ = try await service.send(.adding("another"))
        service.clock.advance(by: 60)
        let answer = try await service.send(Self.change(task.id, body, as: type))
        #expect(answer.status == 200)
        (task.text, task.completed) = (text, completed)
        #expect(try answer.task() == task)
        #expect(try await service.send(Call(.get, "/api/tasks")).tasks().first == task)
        #expect(try await service.texts() == [text, "another"])
    }

    @Test func `a task that is done can be open again`() async throws {
        let id = try await service.send(.adding("Buy milk")).task().id
        #expect(try await service.send(Self.change(id, #"{"completed":true}"#)).task().completed)
        #expect(try await service.send(Self.change(id, #"{"Text":"Buy tea"}"#)).task().completed)
        #expect(try await !service.send(Self.change(id, #"{"completed":false}"#)).task().completed)
    }

    /// Content without a change, its type, the status, and the code.
    static let refused: [(body: String, type: String?, status: Int, code: String)] = [
        ("", nil, 400, "MissingChange"),
        ("{}", json, 400, "MissingChange"),
        (#"{"text":"x","done":true}"#, json, 400, "MissingChange"),
        (#"{"Text":null,"completed":null}"#, json, 400, "MissingChange"),
        ("Task=x", TaskTextTests.form, 400, "MissingChange"),
        (#"{"Text":"  ","completed":true}"#, json, 400, "MissingTask"),
        ("Text=&completed=true", TaskTextTests.form, 400, "MissingTask"),
        (#"{"Text":"\#(String(repeating: "a", count: 1001))"}"#, json, 400, "TaskTooLong"),
        (#"{"Text":"a\u0000"}"#, json, 400, "TaskUnprintable"),
        (#"{"completed":"true"}"#, json, 400, "ContentMalformed"),
        (#"{"completed":1}"#, json, 400, "ContentMalformed"),
        (#"{"completed":0}"#, json, 400, "ContentMalformed"),
        ("completed=1", TaskTextTests.form, 400, "ContentMalformed"),
        ("completed=True", TaskTextTests.form, 400, "ContentMalformed"),
        ("completed=yes", TaskTextTests.form, 400, "ContentMalformed"),
        ("completed=", TaskTextTests.form, 400, "ContentMalformed"),
        ("completed=true&completed=true", TaskTextTests.form, 400, "ContentMalformed"),
        ("completed=true", "text/plain", 415, "ContentTypeUnsupported"),
    ]

    @Test(arguments: refused)
    func `a change is refused`(_ body: String, _ type: String?, _ status: Int, _ code: String) async throws {
        let task = try await service.send(.adding("Buy milk")).task()
        let answer = try await service.send(Self.change(task.id, body, as: type))
        #expect((answer.status, answer.code) == (status, code))
        #expect(try await service.send(Call(.get, "/api/tasks")).tasks() == [task])
    }

    @Test func `a user cannot change another user's task`() async throws {
        let task = try await service.send(.adding("Alice's")).task()
        let change = #"{"Text":"Bob's","completed":true}"#
        let others = try await service.send(Self.change(task.id, change).as("bob"))
        let unknown = try await service.send(
            Self.change("00000000-0000-0000-0000-000000000000", change).as("bob"))
        #expect((others.status, others.code, others.text) == (404, "TaskNotFound", unknown.text))
        #expect(others.fields == unknown.fields)
        #expect(try await service.send(Call(.get, "/api/tasks")).tasks() == [task])
    }

    @Test func `tasks are removed by their text, as the sample API does`() async throws {
        for text in ["Buy milk & tea", "stays", "Buy milk & tea", "buy milk & tea"] {
            _ = try await service.send(.adding(text))
        }
        _ = try await service.send(.adding("Buy milk & tea", as: "bob"))
        for _ in 1...2 {
            let answer = try await service.send(Call(.delete, "/api/tasks?Text=Buy%20milk+%26%20tea"))
            #expect(answer.status == 204)
            #expect(answer.body.isEmpty)
        }
        #expect(try await service.texts() == ["stays", "buy milk & tea"])
        #expect(try await service.texts(of: "bob") == ["Buy milk & tea"])
    }

    @Test(arguments: ["", "?", "?Text=", "?Text=%20", "?text=stays", "?_id=1"])
    func `without a text nothing is removed`(_ query: String) async throws {
        _ = try await service.send(.adding("stays"))
        let answer = try await service.send(Call(.delete, "/api/tasks" + query))
        #expect((answer.status, answer.code) == (400, "MissingTask"))
        #expect(try await service.texts() == ["stays"])
    }
}
