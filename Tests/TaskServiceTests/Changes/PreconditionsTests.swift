// SPDX-License-Identifier: Apache-2.0

import Fixtures
import HTTPMessages
import OAuthMessages
import TaskListClient
import TaskService

@Suite struct PreconditionsTests {
    typealias Call = ServiceUnderTest.Call

    private let service: ServiceUnderTest

    init() throws { service = try ServiceUnderTest() }

    private func tag(of path: String) async throws -> String {
        try #require(try await service.send(Call(.get, path)).fields[.eTag])
    }

    @Test func `a list has another tag after each change, and the same without one`() async throws {
        var tags = [try await tag(of: "/api/tasks")]
        let task = try await service.send(.adding("x")).task()
        tags.append(try await tag(of: "/api/tasks"))
        for body in [#"{"completed":true}"#, #"{"Text":"y"}"#] {
            #expect(try await service.send(TaskUpdateTests.change(task.id, body)).status == 200)
            tags.append(try await tag(of: "/api/tasks"))
        }
        #expect(Set(tags).count == 4 && tags.allSatisfy { $0.hasPrefix("\"") })
        #expect(try await tag(of: "/api/tasks") == tags.last)
        #expect(try await tag(of: "/api/tasks?completed=true") == tags.last)
        #expect(try await service.send(Call(.get, "/api/tasks").as("bob")).fields[.eTag] == tags.first)
    }

    @Test func `a page's tag changes when a next page comes`() async throws {
        _ = try await service.send(.adding("1"))
        let alone = try await tag(of: "/api/tasks?limit=1")
        _ = try await service.send(.adding("2"))
        #expect(try await tag(of: "/api/tasks?limit=1") != alone)
    }

    @Test func `a task has the tag of its addition, then that of each change`() async throws {
        let added = try await service.send(.adding("x"))
        let path = "/api/tasks/\(try added.task().id)"
        #expect(try await tag(of: path) == added.fields[.eTag])
        let read = try await service.send(Call(.get, path))
        #expect(read.status == 200 && read.body == added.body)
        let changed = try await service.send(TaskUpdateTests.change(try added.task().id, #"{"completed":true}"#))
        #expect(changed.fields[.eTag] != added.fields[.eTag])
        #expect(try await tag(of: path) == changed.fields[.eTag])
        #expect(try await service.send(Call(.get, path)).body == changed.body)
    }

    @Test(arguments: ["/api/tasks", "/api/tasks?limit=1", "/api/tasks/"])
    func `a state that the client has is not sent again`(_ path: String) async throws {
        let id = try await service.send(.adding("x")).task().id
        _ = try await service.send(.adding("y"))
        let path = path.hasSuffix("/") ? path + id : path
        let full = try await service.send(Call(.get, path))
        let tag = try #require(full.fields[.eTag])
        for value in [tag, "W/\(tag)", "\"other\", \(tag)", ",\(tag),,", "*"] {
            for method in [HTTPRequest.Method.get, .head] {
                let answer = try await service.send(Call(method, path).with("If-None-Match", value))
                #expect(answer.status == 304 && answer.body.isEmpty, "\(value)")
                #expect(answer.fields[.eTag] == tag && answer.fields[.contentType] == nil)
                #expect(answer.link("next") == full.link("next"))
            }
        }
        let twice = Call(.get, path).with("If-None-Match", "\"other\"").with("If-None-Match", tag)
        #expect(try await service.send(twice).status == 304)
        for value in ["\"other\"", "\"\"", "W/\"other\""] {
            let answer = try await service.send(Call(.get, path).with("If-None-Match", value))
            #expect(answer.status == 200 && answer.body == full.body)
        }
        for (value, status) in [(tag, 200), ("*", 200), ("\"other\"", 412), ("W/\(tag)", 412)] {
            #expect(try await service.send(Call(.get, path).with("If-Match", value)).status == status)
        }
    }

    /// Whether a change applies, by the value of `If-Match` beside the task's tag.
    static let conditions: [(value: @Sendable (String) -> String, status: Int)] = [
        ({ $0 }, 200), ({ "\"other\", \($0)" }, 200), ({ "\($0),W/\"x\"" }, 200), ({ _ in "*" }, 200),
        ({ "W/\($0)" }, 412), ({ _ in "\"other\"" }, 412), ({ _ in "\"1\"" }, 412), ({ _ in "\"\"" }, 412),
        ({ "\"+\($0.dropFirst())" }, 412), ({ "\"0\($0.dropFirst())" }, 412),
    ]

    @Test(arguments: conditions.indices)
    func `a change or a removal comes to the state that the client knows`(_ index: Int) async throws {
        let condition = Self.conditions[index]
        for isChanged in [false, true] {
            let task = try await service.send(.adding("x")).task()
            if isChanged { _ = try await service.send(TaskUpdateTests.change(task.id, #"{"completed":true}"#)) }
            let path = "/api/tasks/\(task.id)"
            let before = try await service.send(Call(.get, path))
            let value = condition.value(try #require(before.fields[.eTag]))
            let change = TaskUpdateTests.change(task.id, #"{"Text":"y"}"#).with("If-Match", value)
            let changed = try await service.send(change)
            #expect(changed.status == condition.status, "\(value)")
            guard changed.status == 412 else { continue }
            #expect(changed.code == "PreconditionFailed")
            #expect(try await service.send(Call(.delete, path).with("If-Match", value)).status == 412)
            #expect(try await service.send(Call(.get, path)).body == before.body)
        }
    }

    @Test func `of ten concurrent changes one succeeds, and a removal requires the new ETag`() async throws {
        let added = try await service.send(.adding("x"))
        let (id, tag) = (try added.task().id, try #require(added.fields[.eTag]))
        let answers = try await withThrowingTaskGroup(of: ServiceUnderTest.Answer.self) { group in
            for number in 0..<10 {
                let change = TaskUpdateTests.change(id, #"{"Text":"\#(number)"}"#).with("If-Match", tag)
                group.addTask { try await service.send(change) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.map(\.status).sorted() == [200] + Array(repeating: 412, count: 9))
        #expect(try await service.send(Call(.delete, "/api/tasks/\(id)").with("If-Match", tag)).status == 412)
        let newer = try #require(answers.first { $0.status == 200 }?.fields[.eTag])
        #expect(try await service.send(Call(.delete, "/api/tasks/\(id)").with("If-Match", newer)).status == 204)
        #expect(try await service.send(Call(.delete, "/api/tasks/\(id)").with("If-Match", "*")).status == 404)
    }

    @Test func `another user's task is unknown under every condition`() async throws {
        let added = try await service.send(.adding("x"))
        let path = "/api/tasks/\(try added.task().id)"
        let tag = try #require(added.fields[.eTag])
        for value in ["*", tag, "\"other\""] {
            for method in [HTTPRequest.Method.get, .delete] {
                let answer = try await service.send(Call(method, path).as("bob").with("If-Match", value))
                #expect(answer.status == 404 && answer.code == "TaskNotFound")
            }
            let change = TaskUpdateTests.change(try added.task().id, "{\"completed\":true}").as("bob")
            #expect(try await service.send(change.with("If-Match", value)).status == 404)
        }
    }

    @Test(arguments: [
        "", "x", "\"x", "x\"", "\"x\" \"y\"", "\"x\"\"y\"", "w/\"x\"", "W/x", ",", "*, \"x\"", "**", "\"a b\"",
    ])
    func `a condition that nothing can read is refused`(_ value: String) async throws {
        let id = try await service.send(.adding("x")).task().id
        let calls = [
            Call(.get, "/api/tasks"), Call(.get, "/api/tasks/\(id)"), Call(.delete, "/api/tasks/\(id)"),
            TaskUpdateTests.change(id, #"{"completed":true}"#),
        ]
        for call in calls {
            for name in ["If-Match", "If-None-Match"] {
                let answer = try await service.send(call.with(name, value))
                #expect(answer.status == 400 && answer.code == "PreconditionMalformed", "\(name): \(value)")
            }
        }
        #expect(try await service.texts() == ["x"])
    }

    @Test func `a condition that nothing would compare is refused`() async throws {
        let id = try await service.send(.adding("x")).task().id
        let calls = [
            try Call.adding("y").with("If-Match", "*"), try Call.adding("y").with("If-None-Match", "*"),
            Call(.delete, "/api/tasks?Text=x").with("If-Match", "\"a\""),
            Call(.delete, "/api/tasks?all=true").with("If-Match", "\"a\""),
            Call(.delete, "/api/tasks/\(id)").with("If-None-Match", "*"),
            TaskUpdateTests.change(id, #"{"Text":"y"}"#).with("If-None-Match", "\"a\""),
        ]
        for call in calls {
            let answer = try await service.send(call)
            #expect(answer.status == 400 && answer.code == "PreconditionUnsupported")
        }
        #expect(try await service.texts() == ["x"])
    }
}

@Suite struct RemoveAllTests {
    typealias Call = ServiceUnderTest.Call

    private func call(_ query: String, signedIn: TimeInterval?) -> Call {
        var call = Call(.delete, "/api/tasks" + query)
        call.signedIn = signedIn
        return call
    }

    @Test(arguments: [0, 300, 360] as [TimeInterval])
    func `a person who has just signed in removes the whole list`(_ age: TimeInterval) async throws {
        let service = try ServiceUnderTest()
        for text in ["1", "2"] { _ = try await service.send(.adding(text)) }
        _ = try await service.send(.adding("theirs", as: "bob"))
        let answer = try await service.send(call("?all=true", signedIn: age))
        #expect(answer.status == 204 && answer.body.isEmpty)
        #expect(try await (service.texts(), service.texts(of: "bob")) == ([], ["theirs"]))
    }

    /// One minute over the setting is the tolerance of clocks.
    @Test(arguments: [361, nil] as [TimeInterval?])
    func `an older sign-in gets a challenge to sign in again`(_ age: TimeInterval?) async throws {
        let service = try ServiceUnderTest(at: "http://localhost:3000")
        _ = try await service.send(.adding("stays"))
        let answer = try await service.send(call("?all=true", signedIn: age))
        #expect(answer.status == 401 && answer.code == "insufficient_user_authentication")
        let challenge = AuthenticationChallenge.all(in: [answer.fields[.wwwAuthenticate] ?? ""]).first
        #expect((challenge?["error"], challenge?["max_age"]) == ("insufficient_user_authentication", "300"))
        #expect(challenge?["resource_metadata"] != nil)
        #expect(try await service.texts() == ["stays"])
    }

    @Test func `the settings say how long ago`() async throws {
        let service = try ServiceUnderTest { $0.maximumSignInAge = .seconds(3600) }
        #expect(try await service.send(call("?all=true", signedIn: 3660)).status == 204)
        #expect(try await service.send(call("?all=true", signedIn: 3661)).status == 401)
    }

    static let refused: [(query: String, code: String)] = [
        ("?all=false", "MissingTask"), ("?all=true&Text=stays", "RemovalUnclear"), ("?all=", "FilterMalformed"),
        ("?all=1", "FilterMalformed"), ("?all=True", "FilterMalformed"), ("?all=true&all=true", "QueryMalformed"),
        ("?All=true", "MissingTask"),
    ]

    @Test(arguments: refused)
    func `anything else removes nothing`(_ query: String, _ code: String) async throws {
        let service = try ServiceUnderTest()
        _ = try await service.send(.adding("stays"))
        let answer = try await service.send(call(query, signedIn: 0))
        #expect(answer.status == 400 && answer.code == code)
        #expect(try await service.texts() == ["stays"])
    }

    @Test func `all=true in the content does not remove all tasks`() async throws {
        let service = try ServiceUnderTest()
        _ = try await service.send(.adding("stays"))
        var call = call("", signedIn: 0)
        (call.contentType, call.body) = ("application/x-www-form-urlencoded", Data("all=true".utf8))
        #expect(try await (service.send(call).code, service.texts()) == ("MissingTask", ["stays"]))
    }
}
