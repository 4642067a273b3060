// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import TenantAuthorization
import TenantControl
import TenantDirectory

enum AdministrationContent {
    /// In bytes: 16 MiB.
    static let fileLimit = 1 << 24
    /// In bytes; rules and tokens are small, and each request to the tenant checks all rules.
    private static let valueLimit = 1 << 16

    static func read<Value>(_ request: Request, _ read: (inout DocumentObject) -> Value) async throws -> Value {
        var object = DocumentObject(try await document(of: request).members)
        let value = read(&object)
        try object.finish()
        return value
    }

    static func document(
        of request: Request, knowing names: [String] = [], limit: Int = 1 << 20
    ) async throws -> CheckedDocument {
        _ = try query(of: request, knowing: names)
        let content = try await RequestContent(of: request, limit: limit)
        guard content.type?.value == "application/json" else {
            throw AdministrationProblem(
                .unsupportedMediaType,
                "Send JSON with Content-Type: application/json, or an empty object, {}, for no content.")
        }
        do {
            return try CheckedDocument(Array(content.bytes))
        } catch {
            throw AdministrationProblem(.badRequest, "The content is not a JSON object: \(error.message)")
        }
    }

    /// Rejects all other names, so that a misspelled one is not ignored.
    static func query(of request: Request, knowing names: [String] = []) throws -> FormParameters {
        guard let query = FormParameters(encoded: request.uri.query ?? "") else {
            throw AdministrationProblem(.badRequest, "The query is not percent-encoded UTF-8.")
        }
        for (index, pair) in query.pairs.enumerated() {
            guard names.contains(pair.name) else {
                let hint = NameSuggestion.sentence(for: pair.name, in: names)
                throw AdministrationProblem(.badRequest, "The query has no parameter '\(pair.name.prefix(40))'\(hint)")
            }
            if query.pairs[..<index].contains(where: { $0.name == pair.name }) {
                throw AdministrationProblem(.badRequest, "The query has '\(pair.name)' twice.")
            }
        }
        return query
    }

    static func value<Value: Codable>(_ type: Value.Type, of request: Request) async throws -> Value {
        let members = try await document(of: request, limit: valueLimit).members
        var object = DocumentObject(members)
        let value = try object.value(type)
        // Decoding treats a `null` member like an absent one, so an unknown name with `null` is found by reflection.
        // Documents write `clientId` where Swift writes `clientID`.
        let names = value.map { Mirror(reflecting: $0).children.compactMap(\.label?.spelledAsInDocuments) } ?? []
        for name in members.keys.sorted() where members[name] == .null && !names.contains(name) {
            object.complain(
                name, "There is no member '\(name.prefix(40))'\(NameSuggestion.sentence(for: name, in: names))")
        }
        guard let value, object.problems.isEmpty else { throw DocumentRefusal(object.problems) }
        return value
    }
}

extension String {
    fileprivate var spelledAsInDocuments: String { hasSuffix("ID") ? dropLast(2) + "Id" : self }
}

extension Router<ServingContext> {
    func answer(
        _ path: String, method: HTTPRequest.Method = .get,
        with answer: @escaping @Sendable (ServingContext) async throws -> Response
    ) {
        on(RouterPath(path), method: method) { request, context in
            _ = try AdministrationContent.query(of: request)
            return try await answer(context)
        }
    }

    func show<Value: Encodable & Sendable>(
        _ path: String, method: HTTPRequest.Method = .get,
        _ value: @escaping @Sendable (ServingContext) async throws -> Value
    ) {
        answer(path, method: method) { try AdministrationReply.value(try await value($0)) }
    }

    func take<Value: Codable & Sendable, Reply: Encodable & Sendable>(
        _ path: String, method: HTTPRequest.Method = .post, status: HTTPResponse.Status = .ok,
        at place: @escaping @Sendable (Reply) -> String? = { _ in nil },
        with answer: @escaping @Sendable (Value) async throws -> Reply
    ) {
        on(RouterPath(path), method: method) { request, _ in
            let reply = try await answer(try await AdministrationContent.value(Value.self, of: request))
            return try AdministrationReply.value(reply, status: status, at: place(reply))
        }
    }

    func remove(_ path: String, with removal: @escaping @Sendable (ServingContext) async throws -> Void) {
        answer(path, method: .delete) { context in
            try await removal(context)
            return AdministrationReply.done
        }
    }
}

enum AdministrationReply {
    static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok, at path: String? = nil) -> Response {
        json(Data(value.text.utf8), status, at: path)
    }

    /// Times are in whole seconds.
    static func value(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, at path: String? = nil
    ) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        encoder.dateEncodingStrategy = .iso8601
        return json(try encoder.encode(value), status, at: path)
    }

    private static func json(_ content: Data, _ status: HTTPResponse.Status, at path: String?) -> Response {
        var response = JSONReply.make(json: content, status: status)
        response.headers[.location] = path
        return response
    }

    static var done: Response { Response(status: .noContent) }
}
