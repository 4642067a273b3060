// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import JSONWebSignatures
import PortableFoundation
import TenantAuthorization
import TenantDirectory

struct BatchRunner: Sendable {
    let answer: @Sendable (Request) async throws -> Response
    /// The batch's token; a part cannot bring another.
    let authorization: String?

    private struct Outcome: Sendable {
        let id: String
        let status: HTTPResponse.Status
        let json: OrderedJSON

        init(_ id: String, _ status: HTTPResponse.Status, fields: HTTPFields, body: OrderedJSON) {
            let headers = fields.map { ($0.name.rawName, OrderedJSON.string($0.value)) }
            (self.id, self.status) = (id.lowercased(), status)
            json = .object([
                ("id", .string(id)), ("status", .integer(status.code)), ("headers", .object(headers)), ("body", body),
            ])
        }
    }

    /// Returns 200, whatever its parts return.
    func run(_ batch: BatchRequest) async throws -> Response {
        let independent = batch.parts.filter(\.dependencies.isEmpty)
        var outcomes = try await withThrowingTaskGroup(of: Outcome.self) { group in
            for part in independent { group.addTask { try await outcome(of: part) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for part in batch.parts where !part.dependencies.isEmpty {
            let failed = outcomes.contains { $0.status.kind != .successful && part.dependencies.contains($0.id) }
            outcomes.append(failed ? Self.failedDependency(part) : try await outcome(of: part))
        }
        // Clients must not rely on an order: Graph sends responses as they complete.
        outcomes.sort { $0.id > $1.id }
        return JSONReply.make(.object([("responses", .array(outcomes.map(\.json)))]))
    }

    private func outcome(of part: BatchRequest.Part) async throws -> Outcome {
        var fields = part.fields
        fields[.authorization] = authorization
        fields[.contentLength] = part.body.isEmpty ? nil : String(part.body.count)
        let head = HTTPRequest(
            method: part.method, scheme: nil, authority: nil, path: "/v1.0\(part.target)", headerFields: fields)
        let response = try await answer(Request(head: head, body: IncomingBody(part.body)))
        return Outcome(
            part.id, response.status, fields: Self.fields(response.headers),
            body: Self.body(response.content, type: response.headers[.contentType]))
    }

    private static func fields(_ own: HTTPFields) -> HTTPFields {
        var fields: HTTPFields = [.cacheControl: "no-cache"]
        for (name, value) in [("x-ms-resource-unit", "1"), ("OData-Version", "4.0")] {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        for name in [HTTPField.Name.contentType, .retryAfter, .location, .allow, .eTag, .wwwAuthenticate] {
            if let value = own[name] { fields[name] = value }
        }
        return fields
    }

    private static func body(_ content: Data, type: String?) -> OrderedJSON {
        if content.isEmpty { return .null }
        if type?.hasPrefix("application/json") == true, let members = try? StrictJSON.object(in: content) {
            return .value(.object(members))
        }
        return .string(content.base64EncodedString())
    }

    private static func failedDependency(_ part: BatchRequest.Part) -> Outcome {
        let error: [(String, OrderedJSON)] = [
            ("code", .string("FailedDependency")),
            ("message", .string("Request failed because of a failed dependency.")),
        ]
        return Outcome(
            part.id, .failedDependency, fields: fields([.contentType: "application/json"]),
            body: .object([("error", .object(error))]))
    }
}
