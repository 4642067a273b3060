// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPTransport
public import HTTPTypes
public import OAuth
import Provider

/// A transport to one API that carries an account's or a client's token, and gets a new one when the API refuses it.
///
/// After a 401, the transport sends the request once more with a fresh token, and never a third time. If the token is
/// new already, or no other can be had, the caller gets the 401 with its challenge. An account then tells the reason as
/// an ``AccountEvent``.
///
/// ```swift
/// let transport = flow.authorizedTransport(for: account, scopes: ["User.Read"], to: api)
/// let response = try await transport.send(HTTPRequest(url: api.appending(path: "me")))
/// let profile = try JSONDecoder().decode(Profile.self, from: response.body)
/// ```
public struct AuthorizedTransport: Transport {
    private let tokens: any AccessTokenSource
    private let scopes: ScopeSet
    private let origin: Origin?
    private let isSecure: Bool
    private let transport: any Transport

    /// Creates a transport to one API.
    ///
    /// - Parameters:
    ///   - tokens: The source of the tokens.
    ///   - scopes: The permissions that the tokens must have.
    ///   - api: An address of the API; tokens go only to its scheme, host and port.
    ///   - transport: Sends the requests.
    public init(_ tokens: any AccessTokenSource, scopes: ScopeSet, to api: URL, over transport: any Transport) {
        self.tokens = tokens
        self.scopes = scopes
        origin = Origin(api)
        isSecure = api.hasSecureTransport
        self.transport = transport
    }

    /// Sends a request with a token on it.
    ///
    /// - Throws: `TransportError` (`unusableTarget`) for an address that is not the API's; as
    ///   ``AccessTokenSource/accessToken(for:rejected:)``, if the first token cannot be had; the errors of the
    ///   underlying transport; `CancellationError`.
    public func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let token = try await token(for: request)
        let response = try await transport.send(request.authorized(by: token), body: body)
        guard response.status == .unauthorized else { return response }
        guard let fresh = try await freshToken(inPlaceOf: token), fresh != token else { return response }
        return try await transport.send(request.authorized(by: fresh), body: body)
    }

    /// The token for a request to the API.
    ///
    /// - Throws: `TransportError` (`unusableTarget`); as ``AccessTokenSource/accessToken(for:rejected:)``.
    package func token(for request: HTTPRequest) async throws -> Redacted<String> {
        guard let origin, Origin(request) == origin else {
            throw TransportError(
                .unusableTarget,
                "a token for \(origin?.description ?? "this API") must not be sent to another address; "
                    + "make a transport for that API")
        }
        guard isSecure else {
            throw TransportError(
                .unusableTarget,
                "a token must not go to \(origin), which is plain http to another machine; use an https address")
        }
        return try await tokens.accessToken(for: scopes, rejected: nil)
    }

    /// Another token; `nil` if none can be had.
    ///
    /// The API has responded, and an error here must not hide that response.
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
