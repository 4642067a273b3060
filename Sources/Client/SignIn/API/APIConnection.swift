// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPMessages
public import HTTPTransport
import OAuth
import Provider
import Synchronization

/// A transport to one API of which only the address is known: the API says who issues its tokens.
///
/// The first refusal of the API leads to its provider. There the app uses its registration, or registers itself, the
/// person signs in, and the request is sent again. The account keeps the registration, so that the next start of the
/// program asks nothing.
///
/// A provider without a flow in ``APIClient/flows`` must say that it supports PKCE with S256. The person agrees to it
/// first, unless the app has credentials there.
///
/// ```swift
/// let connection = APIConnection(to: api, as: client, keepingIn: accounts, with: agent) { provider in
///     await confirms(question(about: provider))
/// }
/// let response = try await connection.send(HTTPRequest(url: api))
/// await show(String(decoding: response.body, as: UTF8.self))
/// ```
///
/// RFC 9728, RFC 8414, RFC 7591, RFC 8707; the authorization of the Model Context Protocol, revision 2026-07-28
public struct APIConnection: Transport {
    private let sessions: APISessions
    private let transport: any Transport

    /// Creates a connection; no request is sent yet.
    ///
    /// - Parameters:
    ///   - api: The address of the API, or of one of its resources.
    ///   - client: The app, as it introduces itself to providers.
    ///   - accounts: Keeps the account; its transport sends the requests.
    ///   - agent: Shows the provider's pages.
    ///   - consent: Asks the person whether to sign in at a provider for which the app has no registration.
    public init(
        to api: URL, as client: APIClient, keepingIn accounts: AccountStore, with agent: some UserAgent,
        consenting consent: @escaping @Sendable (APIProvider) async throws -> Bool
    ) {
        let signIn = APISignIn(client: client, accounts: accounts, agent: agent, consent: consent)
        sessions = APISessions(to: api, signingInBy: signIn)
        transport = accounts.transport
    }

    /// Sends a request, with a token as soon as the API asks for one.
    ///
    /// - Throws: ``Refusal``: `resourceMetadataMissing`, `resourceMetadataMalformed`, `resourceMismatch`,
    ///   `addressInsecure`, `addressNotPublic`, `providerDeclined`, `proofKeyUnsupported`,
    ///   `clientRegistrationUnsupported`, `clientRegistrationMalformed`, `securityProfileUnmet`, `subjectMismatch` for
    ///   the sign-in of another person after a refusal, and those of a sign-in; `ServerError`,
    ///   `AccountStorageError`; `TransportError` (`unusableTarget` for an address that is not the API's); an error of
    ///   the user agent; `CancellationError`.
    public func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        try await sessions.send(request) { [transport] request in
            let response = try await transport.send(request, body: body)
            return (response.head, response)
        }
    }

    /// Sends a request, and returns the response as soon as its head is there.
    ///
    /// A refusal is answered only if the request's content can be sent again.
    ///
    /// - Throws: As ``send(_:body:)``; the errors of the request's content.
    public func stream(_ request: HTTPRequest, body: RequestBody) async throws -> StreamedResponse {
        let refused = Mutex<StreamedResponse?>(nil)
        return try await sessions.send(request, isRepeatable: body.isRepeatable) { [transport] request in
            await refused.withLock { $0 }?.discard()
            let response = try await transport.stream(request, body: body)
            refused.withLock { $0 = response }
            return (response.head, response)
        }
    }

    /// The account with which the connection calls the API; `nil` before the first sign-in.
    ///
    /// - Throws: `AccountStorageError`.
    public func account() async throws -> Account? { try await sessions.account() }
}
