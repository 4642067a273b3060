// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
public import OAuthMessages
import PortableFoundation
public import SignInProvider

/// A user's sign-in at an enterprise's identity provider, which decides which APIs the app gets tokens for.
///
/// The app exchanges the user's ID token for an assertion about one API, and presents it to the API's provider. No page
/// is shown. The app needs credentials at both providers.
///
/// ```swift
/// let secret = ClientAuthentication(secret: secret)  // from the API's provider
/// let credentials = APIClient.Credentials(issuer: issuer, clientID: "your client id", authentication: secret)
/// client.credentials.append(credentials)
/// client.enterprise = EnterpriseAuthorization(of: account, signedInBy: work)
/// ```
///
/// Identity Assertion JWT Authorization Grant (draft-ietf-oauth-identity-assertion-authz-grant-04), and the extension
/// "Enterprise-Managed Authorization" of the Model Context Protocol
public struct EnterpriseAuthorization: Sendable {
    private let registration: ClientRegistration
    private let subject: @Sendable () async throws -> SecurityToken

    /// Creates an authorization from the app's registration at the identity provider.
    ///
    /// `subject` returns the user's ID token or refresh token from that provider for this app, once per assertion.
    public init(
        at registration: ClientRegistration, presenting subject: @escaping @Sendable () async throws -> SecurityToken
    ) {
        self.registration = registration
        self.subject = subject
    }

    /// Creates an authorization from an account at the identity provider, whose ID token is refreshed after it expires.
    public init(of account: Account, signedInBy flow: SignInFlow) {
        self.init(at: flow.registration) {
            .idToken(try await flow.idToken(of: account))
        }
    }

    func assertion(
        for api: TokenTarget, scopes: ScopeSet, by accounts: AccountStore
    ) async throws -> Redacted<String> {
        let provider = try await accounts.providers.provider(for: registration)
        let request = TokenRequest(
            exchanging: try await subject(), for: api, clientID: registration.clientID, scopes: scopes,
            requesting: SecurityToken.identityAssertionType)
        return try await TokenEndpoint(
            of: provider, for: registration, over: accounts.transport, time: accounts.time
        ).identityAssertion(request)
    }
}
