// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import JSONWebSignatures
import Testing

/// Errors in the form of RFC 9457, for clients that ask for it.
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
        #expect(members["title"] == .string("Missing task"))
        #expect(members["status"] == .number("400"))
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
