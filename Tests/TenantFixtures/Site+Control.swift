// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages

extension Site {
    /// Sends JSON to the tenant's own API.
    func control(_ method: HTTPRequest.Method, _ path: String, _ json: String = "{}") async throws -> Answer {
        try await send(
            method, "/tessera/v1/\(path)", fields: [.contentType: "application/json"], body: Data(json.utf8))
    }
}

extension Answer {
    /// The content as a value of the tenant's own API.
    func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(type, from: body)
    }
}
