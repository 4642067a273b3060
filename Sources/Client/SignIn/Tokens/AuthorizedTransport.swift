// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPTransport
public import HTTPTypes
public import OAuth
import Provider

/// A transport to one API that carries an account's or a client's token, and gets a new one when the API refuses it.
///
/// A request that is refused with 401 is sent once more with a fresh token, and never a third time. Where the token is
/// new already, or no other can be had, the caller gets the 401 with its challenge. An account then tells the reason as
/// an ``AccountEvent``.
public struct AuthorizedTransport: Transport {
    private let tokens: any AccessTokenSource
    private let scopes: ScopeSet
    private let origin: Origin
    private let transport: any Transport

    /// Creates a transport to one API.
    ///
    /// - Parameters:
    ///   - tokens: Whose tokens are sent.
    ///   - scopes: What the tokens must allow.
    ///   - api: An address of the API; tokens go to its scheme, host and port and nowhere else.
    ///   - transport: What sends the requests.
    public init(_ tokens: any AccessTokenSource, scopes: ScopeSet, to api: URL, over transport: any Transport) {
        self.tokens = tokens
        self.scopes = scopes
        origin = Origin(api)
        self.transport = transport
    }

    /// Sends a request with a token on it.
    ///
    /// - Throws: `TransportError` (`unusableTarget`) for an address that is not the API's; as
    ///   ``AccessTokenSource/accessToken(for:rejected:)``, where the first token cannot be had; what the underlying
    ///   transport throws; `CancellationError`.
    public func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        guard Origin(request) == origin else {
            throw TransportError(
                .unusableTarget,
                "a token for \(origin) must not be sent to another address; make a transport for that API")
        }
        let token = try await tokens.accessToken(for: scopes, rejected: nil)
        let response = try await transport.send(request.authorized(by: token), body: body)
        guard response.status == .unauthorized else { return response }
        guard let fresh = try await freshToken(inPlaceOf: token), fresh != token else { return response }
        return try await transport.send(request.authorized(by: fresh), body: body)
    }

    /// Another token; `nil` if none can be had.
    ///
    /// The API has answered, and its answer must not be lost for that.
    ///
    /// - Throws: `CancellationError`.
    private func freshToken(inPlaceOf rejected: Redacted<String>) async throws -> Redacted<String>? {
        do {
            return try await tokens.accessToken(for: scopes, rejected: rejected)
        } catch let error as CancellationError {
            throw error
        } catch {
            return nil
        }
    }
}
