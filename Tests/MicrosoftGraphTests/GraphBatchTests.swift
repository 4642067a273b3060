// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages

@testable import MicrosoftGraph

@Suite struct GraphBatchTests {
    private final class Clock: Sendable {
        private let state = Mutex<(now: Duration, pauses: [Duration])>((.zero, []))

        var pauses: [Duration] { state.withLock { $0.pauses } }

        var clock: RetryClock {
            RetryClock(
                date: { Date(timeIntervalSince1970: 0) }, elapsed: { self.state.withLock { $0.now } },
                sleep: { wait in
                    self.state.withLock { state in
                        state.now += wait
                        state.pauses.append(wait)
                    }
                }, jitter: { 0.5 })
        }

        func client(_ transport: any Transport) throws -> GraphClient {
            GraphClient(
                endpoint: try #require(URL(string: GraphClientTests.endpoint)), over: transport, clock: clock)
        }
    }

    /// Results: id, status, other members.
    private static func answer(_ results: [(String, Int, String)]) -> (status: Int, body: String) {
        let parts = results.map { #"{"id":"\#($0)","status":\#($1)\#($2.isEmpty ? "" : ",")\#($2)}"# }
        return (200, #"{"responses":[\#(parts.joined(separator: ","))]}"#)
    }

    private static func wait(_ seconds: Int) -> String {
        #""headers":{"Retry-After":"\#(seconds)"},"body":{"error":{"code":"TooManyRequests","message":"slow"}}"#
    }

    private static func sent(_ request: ScriptedTransport.Sent) throws -> [String] {
        struct Content: Decodable {
            struct Part: Decodable {
                let id: String
                let method: String
                let dependsOn: [String]?
            }
            let requests: [Part]
        }
        return try JSONDecoder().decode(Content.self, from: request.body).requests.map {
            "\($0.method) \($0.id)" + ($0.dependsOn.map { " after \($0.joined())" } ?? "")
        }
    }

    @Test func `a batch is written as Graph reads it`() async throws {
        let transport = ScriptedTransport([Self.answer([("2", 201, ""), ("1", 200, #""body":{"value":[]}"#)])])
        var batch = GraphBatch()
        let list = try batch.get("/users", GraphQuery(search: GraphSearch("al", in: ["mail"])))
        let group = try batch.add(.post, "/groups", body: ["displayName": "All"], after: list)
        let results = try await Clock().client(transport).send(batch)
        #expect(results.error(of: list) == nil && results.error(of: group) == nil)
        let sent = try #require(await transport.sent.first)
        #expect(sent.line == "POST https://graph.example/v1.0/$batch")
        #expect(sent.head.headerFields[.contentType] == "application/json")
        #expect(
            String(decoding: sent.body, as: UTF8.self)
                == #"{"requests":[{"headers":{"ConsistencyLevel":"eventual"},"id":"1","method":"GET","#
                + #""url":"/users?$search=%22mail:al%22"},{"body":{"displayName":"All"},"dependsOn":["1"],"#
                + #""headers":{"Content-Type":"application/json"},"id":"2","method":"POST","url":"/groups"}]}"#)
    }

    /// Graph's unusable responses to two requests.
    static let unreadable = [
        "", "[]", "{}", #"{"responses":{}}"#, #"{"responses":[]}"#, #"{"responses":[{"id":"1","status":200}]}"#,
        #"{"responses":[{"id":"1","status":200},{"id":"1","status":200}]}"#,
        #"{"responses":[{"id":"1","status":200},{"id":"3","status":200}]}"#,
        #"{"responses":[{"id":"1","status":200},{"status":200}]}"#,
        #"{"responses":[{"id":"1","status":200},{"id":"2","status":"200"}]}"#,
        #"{"responses":[{"id":"1","status":200},{"id":"2","status":99}]}"#,
        #"{"responses":[{"id":"1","status":200},{"id":"2","status":600}]}"#,
        #"{"responses":[{"id":"1","status":200},{"id":"2"}]}"#,
        #"{"responses":[{"id":"1","status":200},{"id":"2","status":200},{"id":"4","status":200}]}"#,
    ]

    @Test(arguments: unreadable) func `a response that does not answer each part once is refused`(_ text: String) {
        let error = #expect(throws: GraphError.self) { try BatchAnswer(Data(text.utf8), expecting: ["1", "2"]) }
        #expect(error?.code == "unreadable")
    }

    @Test func `results come in any order, and in any case of the id`() throws {
        let text = #"{"responses":[{"id":"B","status":204},{"id":"a","status":100,"body":"aGk="}]}"#
        let answer = try BatchAnswer(Data(text.utf8), expecting: ["a", "b"])
        #expect(answer.parts["b"]?.status == 204 && answer.parts["b"]?.body == Data())
        #expect(answer.parts["a"]?.body == Data("hi".utf8))
    }

    /// The dependencies of parts: Graph runs them in parallel, in sequence, or several after the same one.
    static let orders: [(order: [Int?], isPermitted: Bool)] = [
        ([nil, nil, nil], true), ([nil, 0, 1], true), ([nil, 0, 0], true), ([nil, nil, 1, 1], true),
        ([nil, nil, 0], true), ([nil, 0, 1, 1], false), ([nil, 0, 1, 0], false), ([nil, nil, 0, 1], false),
    ]

    @Test(arguments: orders)
    func `an order that Graph does not know is refused`(_ order: [Int?], _ isPermitted: Bool) throws {
        var batch = GraphBatch()
        var parts: [GraphBatch.Part] = []
        var refused: GraphError?
        for dependency in order {
            do {
                parts.append(try batch.get("/me", after: dependency.map { parts[$0] }))
            } catch let error as GraphError {
                refused = error
            }
        }
        #expect((refused == nil) == isPermitted)
        #expect(refused.map { $0.status == 400 } ?? true)
    }

    @Test func `twenty parts are the most`() throws {
        var batch = GraphBatch()
        for _ in 0..<20 { _ = try batch.get("/me") }
        let error = #expect(throws: GraphError.self) { try batch.get("/me") }
        #expect(error?.status == 400 && batch.count == 20)
    }

    @Test func `only parts that Graph put off are sent again, after the longest wait`() async throws {
        let clock = Clock()
        let transport = ScriptedTransport([
            Self.answer([("1", 200, ""), ("2", 429, Self.wait(3)), ("3", 404, ""), ("4", 503, Self.wait(7))]),
            Self.answer([("4", 200, ""), ("2", 429, Self.wait(1))]), Self.answer([("2", 200, #""body":{"id":"x"}"#)]),
        ])
        var batch = GraphBatch()
        let parts = try (0..<4).map { _ in try batch.get("/me") }
        let results = try await clock.client(transport).send(batch)
        #expect(try await transport.sent.map(Self.sent).dropFirst() == [["GET 2", "GET 4"], ["GET 2"]])
        #expect(clock.pauses == [.seconds(7), .seconds(1)])
        #expect(parts.map { results.error(of: $0)?.status } == [nil, nil, 404, nil])
        #expect(try results.value(of: parts[1], as: Person.self).id == "x")
    }

    @Test func `a part that depends on one that was put off is sent again with it`() async throws {
        let transport = ScriptedTransport([
            Self.answer([("1", 200, ""), ("2", 429, Self.wait(1)), ("3", 424, ""), ("4", 424, "")]),
            Self.answer([("2", 200, ""), ("3", 201, ""), ("4", 200, "")]),
        ])
        var batch = GraphBatch()
        let one = try batch.get("/me")
        let two = try batch.get("/me", after: one)
        let three = try batch.add(.post, "/groups", body: ["a": "b"], after: two)
        let four = try batch.get("/me", after: three)
        let results = try await Clock().client(transport).send(batch)
        #expect(
            try await transport.sent.map(Self.sent) == [
                ["GET 1", "GET 2 after 1", "POST 3 after 2", "GET 4 after 3"],
                ["GET 2", "POST 3 after 2", "GET 4 after 3"],
            ])
        for part in [one, two, three, four] { #expect(results.error(of: part) == nil) }
    }

    @Test func `a part that is not idempotent is never sent twice, nor what depends on it`() async throws {
        let transport = ScriptedTransport([
            Self.answer([("1", 429, Self.wait(2)), ("2", 424, #""body":{"error":{"code":"x","message":"y"}}"#)])
        ])
        var batch = GraphBatch()
        let one = try batch.add(.patch, "/me", body: ["a": "b"])
        let two = try batch.get("/me", after: one)
        let results = try await Clock().client(transport).send(batch)
        #expect(await transport.sent.count == 1)
        #expect((results.error(of: one)?.retryAfter, results.error(of: two)?.status) == (.seconds(2), 424))
        #expect(throws: GraphError.self) { try results.data(of: two) }
    }

    @Test(arguments: [(59, 2), (60, 1)])
    func `no wait goes beyond the deadline`(_ seconds: Int, _ count: Int) async throws {
        let clock = Clock()
        let transport = ScriptedTransport([
            Self.answer([("1", 429, Self.wait(seconds))]), Self.answer([("1", 200, "")]),
        ])
        var batch = GraphBatch()
        let part = try batch.get("/me")
        let results = try await clock.client(transport).send(batch, within: .seconds(60))
        #expect(await transport.sent.count == count)
        #expect((results.error(of: part) == nil) == (count == 2))
        #expect(clock.pauses.count == count - 1)
    }

    @Test func `a storm without a named wait ends after ten attempts, each wait longer`() async throws {
        let clock = Clock()
        let transport = ScriptedTransport(Array(repeating: Self.answer([("1", 429, "")]), count: 20))
        var batch = GraphBatch()
        let part = try batch.get("/me")
        let results = try await clock.client(transport).send(batch, within: .seconds(3600))
        #expect(results.error(of: part)?.status == 429)
        #expect(await transport.sent.count == 10)
        #expect(clock.pauses == [0.5, 1, 2, 4, 8, 15, 15, 15, 15].map { .seconds($0) })
    }

    @Test func `a whole batch is put off only if all its parts may be sent twice`() async throws {
        var batch = GraphBatch()
        let part = try batch.get("/me")
        let transport = ScriptedTransport([(503, ""), Self.answer([("1", 200, "")])])
        #expect(try await Clock().client(transport).send(batch).error(of: part) == nil)
        _ = try batch.add(.post, "/groups", body: ["a": "b"])
        let writing = ScriptedTransport([(503, ""), Self.answer([("1", 200, ""), ("2", 200, "")])])
        let error = await #expect(throws: GraphError.self) { try await Clock().client(writing).send(batch) }
        #expect(error?.status == 503)
        #expect(await writing.sent.count == 1)
    }

    @Test func `an empty batch sends nothing`() async throws {
        let transport = ScriptedTransport([])
        _ = try await Clock().client(transport).send(GraphBatch())
        #expect(await transport.sent.isEmpty)
    }
}
