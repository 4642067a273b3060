// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
public import OAuth
public import Provider

/// A person's sign-in at an enterprise's identity provider, which decides for which APIs the app gets tokens.
///
/// The app exchanges the person's ID token for an assertion about one API, and presents that to the API's provider. The
/// person sees no page. The app needs credentials at both providers.
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

    /// Uses a token of a person that the app brings.
    ///
    /// - Parameters:
    ///   - registration: The app at the identity provider.
    ///   - subject: Gives the person's ID token or refresh token of that provider for this app, once for each
    ///     assertion.
    public init(
        at registration: ClientRegistration, presenting subject: @escaping @Sendable () async throws -> SecurityToken
    ) {
        self.registration = registration
        self.subject = subject
    }

    /// Uses the sign-in of an account; its ID token is refreshed when it has expired.
    ///
    /// - Parameters:
    ///   - account: The person, signed in at the identity provider.
    ///   - flow: The flow that signed the person in.
    public init(of account: Account, signedInBy flow: SignInFlow) {
        self.init(at: flow.registration) {
            .idToken(try await flow.idToken(of: account))
        }
    }

    /// An assertion for the provider of an API.
    ///
    /// - Parameters:
    ///   - api: The API and its provider.
    ///   - scopes: The scopes to request at that provider.
    ///   - accounts: Finds the identity provider; its transport sends the request.
    /// - Returns: The assertion, for one request to that provider.
    /// - Throws: ``Refusal``, `ServerError`, `TransportError`; the errors of the person's token.
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

extension SignInFlow {
    /// The person's ID token, as a provider still accepts it.
    ///
    /// - Throws: ``Refusal`` (`signInRequired` without one); as `AccessTokenSource.accessToken(for:rejected:)`.
    fileprivate func idToken(of account: Account) async throws -> Redacted<String> {
        let record = try await accounts.storage.record(account.id)
        let now = accounts.time.date()
        if let token = record?.idToken(at: now) { return token }
        // A refresh may bring a new ID token beside the access token.
        _ = try await session(of: account).accessToken(
            for: registration.scopes,
            rejected: record?.token(for: registration.scopes, as: registration.tokenTraits)?.accessToken)
        guard let token = try await accounts.storage.record(account.id)?.idToken(at: now) else {
            throw Refusal(.signInRequired, "the identity provider gave no new ID token; sign in there again")
        }
        return token
    }
}

extension AccountRecord {
    /// The ID token, if it has not ended by its own claims.
    fileprivate func idToken(at now: Date) -> Redacted<String>? {
        Claims(claims).date("exp").flatMap { $0 > now ? idToken : nil }
    }
}
