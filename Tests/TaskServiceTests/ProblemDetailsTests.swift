// SPDX-License-Identifier: Apache-2.0

import Fixtures
import HTTPListening
import HTTPServing
import JSONWebSignatures
import OAuthMessages

@testable import TaskService

@Suite struct ProblemDetailsTests {
    typealias Call = ServiceUnderTest.Call

    static let problem = "application/problem+json"

    private func narrow() -> Call {
        var call = Call(.get, "/api/tasks")
        call.scope = "Other"
        return call
    }

    @Test func `a problem has the members of the standard, and the code`() async throws {
        let answer = try await ServiceUnderTest().send(.adding(" ").with("Accept", Self.problem))
        #expect(answer.status == 400 && answer.fields[.contentType] == Self.problem)
        let members = try JSONDecoder().decode([String: JSONValue].self, from: answer.body)
        #expect(members["type"] == .string("urn:problem-type:task-api:MissingTask"))
        #expect((members["title"], members["status"]) == (.string("Missing task"), .number("400")))
        #expect(members["detail"] == .string(#""Text" is a required parameter"#))
        #expect(members["code"] == .string("MissingTask"))
        let id = try #require(members["instance"]?.string?.split(separator: ":").last)
        #expect(UUID(uuidString: String(id)) != nil)
        #expect(Set(members.keys) == ["type", "title", "status", "detail", "code", "instance"])
    }

    @Test func `each kind of error has this form, with its fields`() async throws {
        let service = try ServiceUnderTest()
        var wrongHost = Call(.get, "/")
        wrongHost.host = "evil.example"
        let calls: [(Call, status: Int, code: String)] = [
            (Call(.get, "/none"), 404, "ResourceNotFound"), (Call(.put, "/api/tasks"), 405, "MethodNotAllowed"),
            (wrongHost, 421, "HostNotAllowed"), (Call(.get, "/api/tasks").as(nil), 401, "token_required"),
            (narrow(), 403, "insufficient_scope"), (Call(.get, "/api/tasks/1"), 404, "TaskNotFound"),
            (.posting("x", as: "text/plain"), 415, "ContentTypeUnsupported"),
        ]
        for (call, status, code) in calls {
            let plain = try await service.send(call)
            let answer = try await service.send(call.with("Accept", Self.problem))
            #expect(answer.status == status && answer.code == code)
            #expect(answer.fields[.contentType] == Self.problem && answer.member("detail") == plain.message)
            var (fields, expected) = (answer.fields, plain.fields)
            for name in [HTTPField.Name.contentType, .contentLength] { (fields[name], expected[name]) = (nil, nil) }
            #expect(fields == expected)
        }
        let failed = try await ServiceUnderTest(store: BrokenStore()).send(
            Call(.get, "/api/tasks").with("Accept", Self.problem))
        #expect(failed.status == 500 && failed.member("title") == "Internal server error")
    }

    static let preferences: [(accept: [String], isProblem: Bool)] = [
        ([], false), (["*/*"], false), (["application/*"], false), (["application/json"], false),
        (["text/html, application/xhtml+xml, */*;q=0.8"], false), (["application/problem+xml"], false),
        (["application/problem+json"], true), (["APPLICATION/Problem+JSON"], true),
        (["application/json, application/problem+json"], true),
        (["application/json", "application/problem+json"], true),
        (["application/problem+json;q=0.5, application/json;q=0.5"], true),
        (["application/problem+json;q=0.4, application/json;q=0.5"], false),
        (["application/problem+json;q=0.5, application/json"], false), (["application/problem+json;q=0"], false),
        (["application/problem+json;q=0.000"], false), (["application/problem+json;q=x"], false),
        (["application/problem+json;q=0.1"], true), (["application/problem+json, text/*;q=0.3"], true),
    ]

    @Test(arguments: preferences)
    func `the client chooses`(_ accept: [String], _ isProblem: Bool) async throws {
        let call = accept.reduce(Call(.get, "/none")) { $0.with("Accept", $1) }
        let answer = try await ServiceUnderTest().send(call)
        #expect((answer.fields[.contentType] == Self.problem) == isProblem)
        #expect((answer.message == nil) == isProblem)
        #expect(answer.fields[.vary] == "Accept")
    }

    @Test func `a result keeps its form`() async throws {
        let answer = try await ServiceUnderTest().send(Call(.get, "/api/tasks").with("Accept", Self.problem))
        #expect(answer.status == 200 && answer.text == "[]")
        #expect(answer.fields[.contentType] == "application/json; charset=utf-8")
    }
}

/// The service's own errors are logged, those of the connection are the client's.
@Suite struct JSONErrorsTests {
    private struct Mistake: Error {}

    private let log = RecordedLog()

    /// The response of a route that throws an error.
    private func response(after error: any Error) async throws -> Response {
        let head = HTTPRequest(method: .post, scheme: "http", authority: "localhost:3000", path: "/api/tasks")
        let context = TaskServiceContext(core: RequestCore(logger: log.logger))
        return try await JSONErrors().handle(Request(head: head), context: context) { _, _ in throw error }
    }

    @Test(
        arguments: [
            ConnectionError.malformed(400), ConnectionError.closed, ConnectionError.timedOut, DroppedConnection(),
            StalledConnection(), CancellationError(),
        ] as [any Error])
    func `an error of the connection passes, without a line in the log`(_ error: any Error) async throws {
        let passed = await #expect(throws: (any Error).self) { try await response(after: error) }
        #expect(passed.map { "\($0)" } == "\(error)")
        #expect(log.lines == [])
    }

    @Test func `another error is an answer, and a line in the log`() async throws {
        #expect(try await response(after: Mistake()).status == .internalServerError)
        #expect(log.lines.count == 1)
    }
}

@Suite struct StoreUnavailableTests {
    private struct Outage: ActionableError {
        let message = "db.example.com refuses connections"
        let nextAction = NextAction.retry(after: .milliseconds(2_100))
    }

    @Test(arguments: BuildTaskRouterTests.storeCalls)
    func `callers may repeat their requests, and do not learn the cause`(call: ServiceUnderTest.Call) async throws {
        let answer = try await ServiceUnderTest(store: BrokenStore(error: Outage())).send(call)
        #expect(answer.status == 503 && answer.code == "StoreUnavailable")
        #expect(answer.fields[.retryAfter] == "3", "two seconds and a tenth")
        #expect(!answer.text.contains("example.com"))
    }
}

/// The task service logs refusals without the tenant.
@Suite struct TaskRefusalLogTests {
    let service: ServiceUnderTest

    init() throws { service = try ServiceUnderTest() }

    @Test func `a call without a token, without the scope and without a text leaves a line each`() async throws {
        _ = try await service.send(.init(.get, "/api/tasks").as(nil))
        var call = ServiceUnderTest.Call(.get, "/api/tasks")
        call.scope = "Other.Read"
        _ = try await service.send(call)
        _ = try await service.send(try .adding(""))
        _ = try await service.send(try .adding("Water the plants"))
        let refused = service.refusals.latest()
        #expect(refused.map(\.rule) == ["MissingTask", "insufficient_scope", "token_required"])
        #expect(refused.map(\.status) == [400, 403, 401])
        #expect(refused.map(\.endpoint) == ["POST /api/tasks", "GET /api/tasks", "GET /api/tasks"])
        #expect(refused.map { $0.person == nil } == [false, false, true])
        #expect(refused.allSatisfy { $0.time == service.clock.now })
    }

    @Test func `an unknown address and a wrong method leave a line each`() async throws {
        _ = try await service.send(.init(.get, "/api/nothing"))
        _ = try await service.send(.init(.patch, "/api/tasks"))
        let refused = service.refusals.latest()
        #expect(refused.map(\.status) == [405, 404])
        #expect(refused.map(\.endpoint) == ["PATCH /api/tasks", "GET /api/nothing"])
    }
}

@Suite struct TaskServiceContextTests {
    @Test func `the context of a request is small`() {
        // Larger ones cost microseconds per request: they are copied from step to step.
        #expect(MemoryLayout<TaskServiceContext>.size <= 104)
    }
}
