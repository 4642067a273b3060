// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPServing
import JSONWebSignatures

@testable import TaskService

@Suite struct APIDescriptionTests {
    typealias Call = ServiceUnderTest.Call
    typealias Answer = ServiceUnderTest.Answer

    private let described: APIDescription

    init() throws { described = try #require(APIDescription.served) }

    @Test func `the service serves its description, and the overview leads to it`() async throws {
        let service = try ServiceUnderTest()
        let overview = try await service.send(Call(.get, "/").as(nil))
        #expect(overview.fields.value(of: "Link") == #"</openapi.json>; rel="service-desc""#)
        let answer = try await service.send(Call(.get, "/openapi.json").as(nil))
        #expect(try JSONDecoder().decode(JSONValue.self, from: answer.body) == described.document)
        #expect(answer.fields[.cacheControl] == "max-age=3600")
    }

    @Test func `it describes every route, and no other`() {
        let routes = TaskEndpoint.allCases.map { endpoint in
            "\(endpoint.method) \(endpoint.path.replacing(#/:([a-z]+)/#) { "{\($0.1)}" })"
        }
        #expect(Set(routes) == described.operations)
    }

    @Test func `every reference resolves, and operation IDs are unique`() {
        var (references, names): ([JSONValue], [String]) = ([], [])
        func walk(_ value: JSONValue) {
            if value.object?["$ref"] != nil { references.append(value) }
            if let name = value.object?["operationId"]?.string { names.append(name) }
            for inner in value.object.map({ Array($0.values) }) ?? value.array ?? [] { walk(inner) }
        }
        walk(described.document)
        let check = JSONSchemaCheck(document: described.document)
        #expect(references.count > 20 && references.allSatisfy { check.resolved($0) != .null })
        #expect(names.count == described.operations.count && Set(names).count == names.count)
    }

    @Test func `it has each code of a refusal`() {
        let components = described.document.object?["components"]?.object
        let codes = components?["schemas"]?.object?["Code"]?.object?["enum"]?.array?.compactMap(\.string) ?? []
        #expect(Set(codes).isSuperset(of: TaskRefusal.Code.allCases.map(\.rawValue)))
    }

    /// Responses with one difference from the description.
    static let wrong: [(path: String, status: Int, type: String, tag: String?, body: String)] = [
        ("/api/tasks", 200, "application/json", nil, "[]"),
        ("/api/tasks", 200, "application/json", "\"", "[]"),
        ("/api/tasks", 200, "text/plain", "\"a\"", "[]"),
        ("/api/tasks", 200, "application/json", "\"a\"", "{}"),
        ("/api/tasks", 200, "application/json", "\"a\"", "["),
        ("/api/tasks", 418, "application/json", "\"a\"", "[]"),
        ("/api/tasks", 304, "application/json", "\"a\"", "[]"),
        ("/api/tasks", 400, "application/json", nil, #"{"code":"MissingTask"}"#),
        ("/api/tasks", 400, "application/json", nil, #"{"code":"Other","message":"x"}"#),
        ("/api/tasks", 400, "application/json", nil, #"{"code":"MissingTask","message":"x","more":1}"#),
        ("/api/tasks", 401, "application/json", nil, #"{"code":"invalid_token","message":"x"}"#),
        ("/api/tasks/1", 200, "application/json", "\"a\"", #"{"_id":"1","owner":"a","Text":"x","completed":true}"#),
        (
            "/api/tasks/1", 200, "application/json", "\"a\"",
            #"{"_id":"1","owner":"a","Text":"x","completed":1,"date":"2026-01-09T12:00:00.000Z"}"#
        ),
        (
            "/api/tasks/1", 200, "application/json", "\"a\"",
            #"{"_id":"1","owner":"a","Text":"x","completed":true,"date":"2026-01-09T12:00:00Z"}"#
        ),
        ("/other", 200, "application/json", nil, "[]"),
    ]

    @Test(arguments: wrong)
    func `a response that differs is found`(path: String, status: Int, type: String, tag: String?, body: String) {
        var fields: HTTPFields = [.contentType: type]
        fields[.eTag] = tag
        let answer = Answer(status: status, fields: fields, body: Data(body.utf8))
        #expect(!described.faults(of: answer, to: .get, path).isEmpty)
    }
}
