// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTypes
import Hummingbird
import JOSE
import TenantAuthorization
import TenantControl
import TenantDirectory

extension AdministrationContent {
    /// How many bytes a decodable value may have; rules and tokens are small, and each request to the tenant checks all
    /// rules.
    static let valueLimit = 1 << 16

    /// The content of a request, as a decodable value.
    ///
    /// - Throws: ``AdministrationProblem`` (400, 415), ``DocumentRefusal`` (400), `RequestRefusal` (413).
    static func value<Value: Codable>(_ type: Value.Type, of request: Request) async throws -> Value {
        _ = try query(of: request)
        let members = try await object(of: request, limit: valueLimit)
        var object = DocumentObject(members)
        let value = try object.value(type)
        // Decoding treats a `null` member like an absent one, so an unknown name with `null` is found by reflection.
        // Documents write `clientId` where Swift writes `clientID`.
        let names = value.map { Mirror(reflecting: $0).children.compactMap(\.label?.spelledAsInDocuments) } ?? []
        for name in members.keys.sorted() where members[name] == .null && !names.contains(name) {
            object.complain(
                name, "Nothing here is called '\(name.prefix(40))'\(NameSuggestion.sentence(for: name, in: names))")
        }
        guard let value, object.problems.isEmpty else { throw DocumentRefusal(object.problems) }
        return value
    }
}

extension String {
    fileprivate var spelledAsInDocuments: String { hasSuffix("ID") ? dropLast(2) + "Id" : self }
}

extension AdministrationReply {
    /// An encodable value; times in whole seconds.
    static func value(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, at path: String? = nil
    ) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        encoder.dateEncodingStrategy = .iso8601
        var response = JSONReply.make(json: try encoder.encode(value), status: status)
        response.headers[.location] = path
        return response
    }
}
