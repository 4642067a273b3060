// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import HTTPTypes

/// The tenant's own API, as a test uses it.
struct TenantControl: Sendable {
    /// Any address of the tenant.
    let base: URL
    let transport: any Transport

    /// Sends a request, and reads the answer.
    ///
    /// - Throws: ``TestTenantError``; `TransportError`.
    func send<Reply: Decodable>(
        _ method: HTTPRequest.Method, _ path: String, _ content: (some Encodable)? = Optional<String>.none
    ) async throws -> Reply {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(Reply.self, from: try await answer(method, path, content))
    }

    /// Sends a request whose answer has no content.
    ///
    /// - Throws: ``TestTenantError``; `TransportError`.
    func send(_ method: HTTPRequest.Method, _ path: String) async throws {
        _ = try await answer(method, path, Optional<String>.none)
    }

    private func answer(
        _ method: HTTPRequest.Method, _ path: String, _ content: (some Encodable)?
    ) async throws -> Data {
        guard let url = URL(string: "/tessera/v1/\(path)", relativeTo: base)?.absoluteURL else {
            throw TestTenantError(message: "\(path) is no path of the tenant")
        }
        var request = HTTPRequest(method: method, url: url)
        request.headerFields[.contentType] = "application/json"
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let body = try content.map { try encoder.encode($0) } ?? Data()
        let response = try await transport.send(request, body: body)
        guard (200...299).contains(response.status.code) else {
            throw TestTenantError(message: String(decoding: response.body, as: UTF8.self))
        }
        return response.body
    }
}
