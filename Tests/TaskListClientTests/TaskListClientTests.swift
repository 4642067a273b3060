// SPDX-License-Identifier: Apache-2.0

import Fixtures
import Foundation
import HTTPMessages
import TaskListClient
import Testing

@Suite struct TaskListClientTests {
    static let item =
        #"{"_id":"1","owner":"o","Text":"Buy milk","completed":false,"date":"2016-01-09T02:02:12.345Z"}"#

    static func client(_ transport: some Transport) throws -> TaskListClient {
        TaskListClient(endpoint: try #require(URL(string: "http://localhost:3000")), over: transport)
    }

    @Test func `the requests are those of the task API`() async throws {
        let transport = ScriptedTransport([(200, "[\(Self.item)]"), (201, Self.item), (200, Self.item), (204, "")])
        let client = try Self.client(transport)
        #expect(try await client.tasks().map(\.text) == ["Buy milk"])
        #expect(try await client.add("Buy \"milk\" & eggs").id == "1")
        #expect(try await client.update("1", completed: true).text == "Buy milk")
        try await client.remove("1")
        #expect(
            await transport.lines == [
                "GET http://localhost:3000/api/tasks", "POST http://localhost:3000/api/tasks",
                "PUT http://localhost:3000/api/tasks/1", "DELETE http://localhost:3000/api/tasks/1",
            ])
        let sent = await transport.sent
        #expect(sent.map { $0.head.headerFields[.contentType] } == [nil, "application/json", "application/json", nil])
        #expect(String(decoding: sent[1].body, as: UTF8.self) == #"{"Text":"Buy \"milk\" & eggs"}"#)
        #expect(String(decoding: sent[2].body, as: UTF8.self) == #"{"completed":true}"#)
    }

    @Test func `an addition carries a key, a new one unless the caller has one`() async throws {
        let transport = ScriptedTransport(Array(repeating: (201, Self.item), count: 3))
        let (client, key) = (try Self.client(transport), UUID())
        _ = try await client.add("x", key: key)
        for _ in 0..<2 { _ = try await client.add("x") }
        let name = try #require(HTTPField.Name("Idempotency-Key"))
        let keys = await transport.sent.map { $0.head.headerFields[name] }
        #expect(keys.first == "\"\(key.uuidString)\"")
        #expect(Set(keys).count == 3 && !keys.contains(nil))
    }

    @Test func `an addition whose answer is lost is sent again, and adds one task`() async throws {
        let transport = ScriptedTransport([(503, "{}"), (201, Self.item)])
        let patient = RetryingTransport(over: transport, sleep: { _ in })
        #expect(try await Self.client(patient).add("x").id == "1")
        let name = try #require(HTTPField.Name("Idempotency-Key"))
        let keys = await transport.sent.map { $0.head.headerFields[name] }
        #expect(keys.count == 2 && keys[0] == keys[1])
    }

    @Test func `a condition is sent as the caller gives it`() async throws {
        let transport = ScriptedTransport([(200, Self.item), (204, ""), (200, Self.item), (204, "")])
        let client = try Self.client(transport)
        _ = try await client.update("1", completed: true, ifMatch: "\"a\"")
        try await client.remove("1", ifMatch: "\"b\"")
        _ = try await client.update("1", completed: true)
        try await client.remove("1")
        let conditions = await transport.sent.map { $0.head.headerFields[.ifMatch] }
        #expect(conditions == ["\"a\"", "\"b\"", nil, nil])
    }

    @Test func `a task without a tag is not from the task API`() async throws {
        let transport = ScriptedTransport([(200, Self.item)], at: "GET http://localhost:3000/api/tasks/1")
        let error = await #expect(throws: TaskListError.self) { try await Self.client(transport).task("1") }
        #expect(error?.code == "unreadable")
    }

    @Test func `an offline client reports the server that it could not reach`() async throws {
        let endpoint = try #require(URL(string: "http://127.0.0.1:1"))
        let error = try await withSystemTransport { transport in
            await #expect(throws: TransportError.self) {
                try await TaskListClient(endpoint: endpoint, over: transport).tasks()
            }
        }
        #expect(error?.code == .unreachable)
        #expect(error?.message == "no response from http://127.0.0.1:1/api/tasks; check the connection and the address")
    }

    @Test(arguments: ["", ".", "..", "a/b", "a b", "a?b", "a%2Fb", "é"])
    func `an invalid id is not sent`(_ id: String) async throws {
        let transport = ScriptedTransport([])
        let error = await #expect(throws: TaskListError.self) { try await Self.client(transport).remove(id) }
        #expect(error?.status == 404)
        let other = await #expect(throws: TaskListError.self) {
            try await Self.client(transport).update(id, text: "x")
        }
        let read = await #expect(throws: TaskListError.self) { try await Self.client(transport).task(id) }
        #expect(other == error && read == error)
        #expect(await transport.lines == [])
    }

    static let replies: [(status: Int, body: String, description: String)] = [
        (401, #"{"code":"invalid_token","message":"get a new one"}"#, "401 invalid_token: get a new one"),
        (500, "oops", "500 unreadable: the response is not from the task API; check its URL"),
        (200, "<html>", "200 unreadable: the response is not from the task API; check its URL"),
        (200, "{}", "200 unreadable: the response is not from the task API; check its URL"),
        (302, "", "302 unreadable: the response is not from the task API; check its URL"),
    ]

    @Test(arguments: replies)
    func `an error reads as`(_ status: Int, _ body: String, _ description: String) async throws {
        let transport = ScriptedTransport([(status, body)], at: "GET http://localhost:3000/api/tasks")
        let error = await #expect(throws: TaskListError.self) { try await Self.client(transport).tasks() }
        #expect(error?.description == description)
    }

    @Test(arguments: [
        (400, false), (407, false), (408, true), (409, false), (424, false), (425, true), (426, false), (428, false),
        (429, true), (499, false), (500, true), (599, true),
    ])
    func `a status is temporary if a later request may succeed`(_ status: Int, _ isTemporary: Bool) {
        #expect(TaskListError(status: status, code: "c", message: "m").isTemporary == isTemporary)
    }
}

@Suite struct TaskItemTests {
    /// What the seeds' API answers.
    static let seeds = #"""
        [{"_id":"56906ba4b1f4d4af2d9a4a2c","owner":"6ea91a8d-e32e-41a1-b7bd-d2d185eed0e0","Text":"Buy milk",
          "completed":true,"date":"2016-01-09T02:02:12.345Z","__v":0},
         {"_id":"56906ba4b1f4d4af2d9a4a2d","owner":"6ea91a8d-e32e-41a1-b7bd-d2d185eed0e0","Text":"",
          "date":"2016-01-09T02:02:13Z","__v":0}]
        """#

    @Test func `the answer of the seeds' API is read`() throws {
        let tasks = try TaskListFormat.decoder().decode([TaskItem].self, from: Data(Self.seeds.utf8))
        let owner = "6ea91a8d-e32e-41a1-b7bd-d2d185eed0e0"
        #expect(
            tasks == [
                TaskItem(
                    id: "56906ba4b1f4d4af2d9a4a2c", owner: owner, text: "Buy milk", completed: true,
                    date: Date(timeIntervalSince1970: 1_452_304_932.345)),
                TaskItem(
                    id: "56906ba4b1f4d4af2d9a4a2d", owner: owner, text: "",
                    date: Date(timeIntervalSince1970: 1_452_304_933)),
            ])
    }

    @Test func `an item is written as the seeds' API writes it`() throws {
        let item = TaskItem(
            id: "1", owner: "o", text: "a/b", date: Date(timeIntervalSince1970: 1_452_304_932.345))
        let json = String(decoding: try TaskListFormat.encoder().encode(item), as: UTF8.self)
        #expect(
            json
                == #"{"Text":"a/b","_id":"1","completed":false,"date":"2016-01-09T02:02:12.345Z","owner":"o"}"#
        )
    }

    @Test func `every millisecond survives being written and read`() throws {
        for milliseconds in 0..<1000 {
            let text = "2026-01-09T12:00:00.\(String(milliseconds + 1000).dropFirst())Z"
            let read = try TaskListFormat.decoder().decode(Date.self, from: Data("\"\(text)\"".utf8))
            let stored = Date(timeIntervalSince1970: Double(1_767_960_000_000 + milliseconds) / 1000)
            #expect(
                String(decoding: try TaskListFormat.encoder().encode(read), as: UTF8.self) == "\"\(text)\"")
            #expect(
                String(decoding: try TaskListFormat.encoder().encode(stored), as: UTF8.self) == "\"\(text)\"")
        }
    }

    @Test(arguments: [
        (-0.001, "1969-12-31T23:59:59.999Z"), (0, "1970-01-01T00:00:00.000Z"),
        (0.9996, "1970-01-01T00:00:01.000Z"),
    ])
    func `a time is written as`(_ seconds: Double, _ text: String) throws {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(String(decoding: try TaskListFormat.encoder().encode(date), as: UTF8.self) == "\"\(text)\"")
    }

    @Test(arguments: ["2016-01-09", "yesterday", "", "2016-01-09T02:02:12.345"])
    func `rejects invalid times`(_ text: String) {
        #expect(throws: DecodingError.self) {
            try TaskListFormat.decoder().decode(Date.self, from: Data("\"\(text)\"".utf8))
        }
    }
}
