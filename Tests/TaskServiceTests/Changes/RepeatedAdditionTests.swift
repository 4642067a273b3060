// SPDX-License-Identifier: Apache-2.0

import Fixtures
import HTTPMessages
import TaskListClient
import TaskService

@Suite struct RepeatedAdditionTests {
    let service: ServiceUnderTest

    init() throws { service = try ServiceUnderTest() }

    typealias Call = ServiceUnderTest.Call

    private func adding(_ text: String, key: String, as person: String = "alice") throws -> Call {
        try Call.adding(text, as: person).with("Idempotency-Key", key)
    }

    @Test func `an addition that comes again gives the same response, and adds nothing`() async throws {
        let service = try ServiceUnderTest(maximumTaskCount: 1)
        let first = try await service.send(adding("Buy milk", key: "\"a\""))
        #expect(first.status == 201)
        service.clock.advance(by: 86_399)
        let id = try first.task().id
        for step in 0..<3 {
            let again = try await service.send(adding("Buy milk", key: "\"a\""))
            #expect(again.status == 201 && again.body == first.body && again.fields == first.fields)
            #expect(try await service.texts().count <= 1)
            switch step {
            case 0: _ = try await service.send(TaskUpdateTests.change(id, #"{"Text":"tea","completed":true}"#))
            default: _ = try await service.send(Call(.delete, "/api/tasks/\(id)"))
            }
        }
        #expect(try await service.texts() == [])
        service.clock.advance(by: 1)
        let next = try await service.send(adding("Buy milk", key: "\"a\""))
        #expect(try next.status == 201 && next.task().id != id)
    }

    @Test func `the content counts, and not how it came`() async throws {
        let first = try await service.send(adding("a\nb", key: "\"k\""))
        let form = Call.posting("Text=a%0D%0Ab", as: "application/x-www-form-urlencoded")
        let again = try await service.send(form.with("Idempotency-Key", "\"k\""))
        #expect(again.status == 201 && again.body == first.body)
        let other = try await service.send(adding("a b", key: "\"k\""))
        #expect(other.status == 422 && other.code == "IdempotencyKeyReused")
        #expect(try await service.texts() == ["a\nb"])
    }

    @Test func `each user has separate keys, and requests without a key are never repeats`() async throws {
        _ = try await service.send(adding("mine", key: "\"k\""))
        #expect(try await service.send(adding("theirs", key: "\"k\"", as: "bob")).status == 201)
        for _ in 0..<2 { #expect(try await service.send(.adding("mine")).status == 201) }
        #expect(try await (service.texts(), service.texts(of: "bob")) == (["mine", "mine", "mine"], ["theirs"]))
    }

    @Test func `a refused addition keeps no key`() async throws {
        let service = try ServiceUnderTest(maximumTaskCount: 1)
        #expect(try await service.send(adding(" ", key: "\"k\"")).status == 400)
        let kept = try await service.send(.adding("kept")).task()
        #expect(try await service.send(adding("x", key: "\"k\"")).status == 409)
        _ = try await service.send(Call(.delete, "/api/tasks/\(kept.id)"))
        #expect(try await service.send(adding("y", key: "\"k\"")).status == 201)
    }

    @Test func `ten requests with one key at once add one task`() async throws {
        let call = try adding("x", key: "\"k\"")
        let bodies = try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<10 { group.addTask { try await service.send(call).body } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(bodies.count == 1)
        #expect(try await service.texts() == ["x"])
    }

    @Test(arguments: ["", "k", "\"\"", "\"k", "\"k\", \"l\"", "\"" + String(repeating: "k", count: 256) + "\""])
    func `a malformed key is refused`(_ key: String) async throws {
        let answer = try await service.send(adding("x", key: key))
        #expect(answer.status == 400 && answer.code == "IdempotencyKeyMalformed")
        #expect(try await service.texts() == [])
    }

    @Test func `two keys are none`() async throws {
        let answer = try await service.send(adding("x", key: "\"k\"").with("Idempotency-Key", "\"k\""))
        #expect(answer.code == "IdempotencyKeyMalformed")
    }
}

@Suite struct IdempotencyKeyTests {
    /// Header values, and their keys; the first is the draft's example.
    static let values: [(field: String, key: String)] = [
        ("\"8e03978e-40d5-43dd-bc93-6894a57f9324\"", "8e03978e-40d5-43dd-bc93-6894a57f9324"),
        ("\"a\"", "a"), ("\" \"", " "), (#""a\"b""#, #"a"b"#), (#""a\\""#, #"a\"#),
        ("\"" + String(repeating: "k", count: 255) + "\"", String(repeating: "k", count: 255)),
        ("\"" + String(repeating: #"\\"#, count: 255) + "\"", String(repeating: #"\"#, count: 255)),
    ]

    @Test(arguments: values)
    func `a value is the key in quotes`(_ field: String, _ key: String) {
        #expect(IdempotencyKey(field: field)?.text == key)
    }

    @Test(arguments: [
        "", "\"", "\"\"", "a", "8e03978e-40d5-43dd-bc93-6894a57f9324", "\"a", "a\"", "'a'", "\"a\"b\"", #""a\""#,
        #""\a""#, #""a""b""#, #""a\b\c""#,
        "\"a\";b=1", "\"a\", \"b\"", "\"ä\"", "\"a\tb\"", "\"\u{7f}\"", ":YQ==:", "?1", "1",
        "\"" + String(repeating: "k", count: 256) + "\"",
    ])
    func `a value is no key`(_ field: String) { #expect(IdempotencyKey(field: field) == nil) }
}
