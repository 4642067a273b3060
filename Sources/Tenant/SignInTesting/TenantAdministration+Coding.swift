// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTypes

extension TenantAdministration {
    /// Sends a request, and reads the answer.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    func send<Reply: Decodable>(
        _ method: HTTPRequest.Method, _ path: String, _ content: (some Encodable)? = Optional<String>.none
    ) async throws -> Reply {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let reply = try await send(method.rawValue, path, try content.map { try encoder.encode($0) } ?? Data())
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(Reply.self, from: reply)
    }
}
