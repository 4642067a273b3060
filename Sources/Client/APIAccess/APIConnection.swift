// SPDX-License-Identifier: Apache-2.0
public import HTTPMessages
public import HTTPTransport
import Hosts
public import OAuthMessages
public import PortableFoundation
import SignInProvider
import Synchronization

/// A transport to an API of which only the URL is known; the authorization server is discovered.
///
/// The API's first rejection identifies its provider. There, the app uses its registration or registers dynamically,
/// the user signs in, and the request is resent. The registration is stored with the account, so the next run asks for
/// nothing.
///
/// A provider without a flow in ``APIClient/flows`` must announce PKCE with S256. The user must agree to it first,
/// unless the app has credentials for it.
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

    /// Creates a connection, without sending a request.
    ///
    /// - Parameters:
    ///   - api: The URL of the API, or of one of its resources.
    ///   - client: The app's description for providers.
    ///   - accounts: Stores the account; its transport sends the requests.
    ///   - agent: Shows the provider's pages.
    ///   - consent: Asks the user whether to sign in at a provider where the app is not registered.
    public init(
        to api: URL, as client: APIClient, keepingIn accounts: AccountStore, with agent: some UserAgent,
        consenting consent: @escaping @Sendable (APIProvider) async throws -> Bool
    ) {
        let signIn = APISignIn(client: client, accounts: accounts, agent: agent, consent: consent)
        sessions = APISessions(to: api, signingInBy: signIn)
        transport = accounts.transport
    }

    /// Checks the URL of an API, such as one that a user typed.
    ///
    /// - Throws: `Refusal` (`hostMalformed`) for a host that programs read in different ways.
    public static func check(_ api: URL) throws(Refusal) { _ = try URLHost(ofForeign: api, "the URL") }

    /// Sends a request, with a token once the API requires one.
    ///
    /// - Throws: ``Refusal``: `resourceMetadataMissing`, `resourceMetadataMalformed`, `resourceMismatch`,
    ///   `hostMalformed`, `addressInsecure`, `addressNotPublic`, `providerDeclined`, `proofKeyUnsupported`,
    ///   `clientRegistrationUnsupported`, `clientRegistrationMalformed`, `securityProfileUnmet`, `subjectMismatch` if
    ///   another user signs in after a rejection, and those of a sign-in; `ServerError`, `AccountStorageError`;
    ///   `TransportError` (`unusableTarget` for a URL that is not the API's); an error of the user agent;
    ///   `CancellationError`.
    public func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        try await sessions.send(request) { [transport] request in
            let response = try await transport.send(request, body: body)
            return (response.head, response)
        }
    }

    /// Sends a request, and returns the response when its head arrives.
    ///
    /// A rejected request is retried only if its content can be sent again.
    ///
    /// - Throws: The same errors as ``send(_:body:)``, or an error of the request's content.
    public func stream(_ request: HTTPRequest, body: RequestBody) async throws -> StreamedResponse {
        let refused = Mutex<StreamedResponse?>(nil)
        return try await sessions.send(request, isRepeatable: body.isRepeatable) { [transport] request in
            await refused.withLock { $0 }?.discard()
            let response = try await transport.stream(request, body: body)
            refused.withLock { $0 = response }
            return (response.head, response)
        }
    }

    /// Returns the account that the connection uses; `nil` before the first sign-in.
    ///
    /// - Throws: `AccountStorageError`.
    public func account() async throws -> Account? { try await sessions.account() }
}
