// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
public import HTTPServing
import PortableFoundation

extension TenantAdministration {
    /// Sends a request, and decodes the response.
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

    /// Returns the latest requests that the tenant rejected, newest first; the tenant keeps 500.
    ///
    /// - Parameter number: The number of the last known rejection; 0 for all.
    /// - Returns: The rejected requests with a higher number.
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    public func refusals(after number: Int = 0) async throws -> [RefusedRequest] {
        let list: RefusalList = try await send(.get, "refusals?after=\(number)")
        return list.refusals
    }
}
