// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTypes
import Hummingbird
import JOSE

extension AdministrationContent {
    /// How many bytes a value that reads itself may have: rules and tokens are small, and every request looks at the
    /// rules.
    static let valueLimit = 1 << 16

    /// What was sent, as a value that reads itself.
    ///
    /// - Throws: ``AdministrationProblem`` (400, 415), ``DocumentRefusal`` (400), `RequestRefusal` (413).
    static func value<Value: Codable>(_ type: Value.Type, of request: Request) async throws -> Value {
        _ = try query(of: request)
        var object = DocumentObject(try await object(of: request, limit: valueLimit))
        guard let value = try object.value(type) else { throw DocumentRefusal(object.problems) }
        return value
    }
}

extension AdministrationReply {
    /// A value that writes itself; times in whole seconds.
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
