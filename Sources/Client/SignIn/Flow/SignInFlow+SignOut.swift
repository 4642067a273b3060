// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import HTTPTypes
public import OAuth
import Provider

extension SignInFlow {
    /// Forgets an account on this machine, and tells the provider.
    ///
    /// The account is forgotten first, whatever the provider does then. The provider revokes the refresh token, if it
    /// can. Its own session ends in the browser, at the address in ``SignOut/session-swift.property``.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - redirectURI: The address to which the provider sends the person afterwards. It must be registered there for
    ///     that purpose (`post_logout_redirect_uris`).
    ///   - state: Comes back with the person.
    ///   - limit: How long the provider's answers may take, both together.
    /// - Returns: What ended, and what did not, with the reasons.
    /// - Throws: `AccountStorageError` if the account could not be forgotten; `CancellationError`. The account is
    ///   forgotten even then; the refresh token may not be revoked.
    ///
    /// RFC 7009, OpenID Connect RP-Initiated Logout 1.0
    public func signOut(
        _ account: Account, returningTo redirectURI: RedirectURI? = nil, state: String? = nil,
        within limit: Duration = .seconds(5)
    ) async throws -> SignOut {
        // The tokens of another registration must not be sent to this one's provider.
        let forgotten = try await accounts.forget(account.id).flatMap { $0.owner == registration.id ? $0 : nil }
        let refreshToken = forgotten?.refreshToken
        let start = accounts.time.elapsed()
        do {
            let provider = try await withDeadline(limit, naming: HTTPRequest(url: registration.issuer)) {
                try await discover()
            }
            let page = endSessionURL(for: account, at: provider, idToken: forgotten?.idToken).map { page in
                redirectURI.map { Self.address(page, returningTo: $0, state: state) } ?? page
            }
            let left = limit - (accounts.time.elapsed() - start)
            return SignOut(
                session: page.map(SignOut.Session.open) ?? .remains(reason: nil),
                refreshToken: try await end(of: refreshToken, at: provider, within: left))
        } catch let error as CancellationError {
            throw error
        } catch {
            return SignOut(
                session: .remains(reason: error), refreshToken: refreshToken == nil ? .absent : .remains(reason: error))
        }
    }

    /// Has the provider revoke a refresh token; one that does not can still end its session.
    ///
    /// - Throws: `CancellationError`.
    private func end(
        of refreshToken: Redacted<String>?, at provider: IdentityProvider, within limit: Duration
    ) async throws -> SignOut.RefreshToken {
        guard let refreshToken else { return .absent }
        guard let endpoint = provider.metadata.revocationEndpoint else { return .remains(reason: nil) }
        do {
            try await withDeadline(limit, naming: HTTPRequest(url: endpoint)) {
                try await tokenEndpoint(of: provider).revoke(refreshToken, at: endpoint)
            }
            return .revoked
        } catch let error as CancellationError {
            throw error
        } catch {
            return .remains(reason: error)
        }
    }

    /// Forgets an account on this machine, and ends the provider's own session in front of the person.
    ///
    /// The person is brought back, and waited for, only where the registration's redirect URI is on loopback, and the
    /// provider sends them back only to an address that is registered for that purpose
    /// (`post_logout_redirect_uris`). Where they do not come back, the outcome holds the address to open.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - agent: What shows the provider's page.
    /// - Returns: What ended, and what did not, with the reasons.
    /// - Throws: `AccountStorageError` if the account could not be forgotten; `CancellationError`. The account is
    ///   forgotten even then.
    public func signOut(_ account: Account, with agent: some UserAgent) async throws -> SignOut {
        try await endSession(after: signOut(account), with: agent)
    }

    /// Ends the provider's own session in front of the person, once an account is forgotten.
    ///
    /// - Parameters:
    ///   - outcome: What ``signOut(_:returningTo:state:within:)`` gave.
    ///   - agent: What shows the provider's page.
    /// - Returns: The same, with what became of the session.
    /// - Throws: `CancellationError`.
    public func endSession(after outcome: SignOut, with agent: some UserAgent) async throws -> SignOut {
        guard case .open(let address) = outcome.session, registration.redirectURI.isLoopback else { return outcome }
        do {
            let visit = try await agent.prepareVisit(for: registration.redirectURI)
            let state = random.text()
            let page = Self.address(address, returningTo: visit.redirectURI, state: state)
            let redirect = try await visit.open(page)
            let isOurs =
                visit.redirectURI.receives(redirect)
                && FormParameters(queryOf: redirect)?.all("state").map { $0.isSameSecret(as: state) } == [true]
            return isOurs ? SignOut(session: .ended, refreshToken: outcome.refreshToken) : outcome
        } catch let error as CancellationError {
            throw error
        } catch {
            // The browser did not come back; the person has to see whether the session has ended.
            return outcome
        }
    }

    private func endSessionURL(
        for account: Account, at provider: IdentityProvider, idToken: Redacted<String>?
    ) -> URL? {
        guard let endpoint = provider.metadata.endSessionEndpoint else { return nil }
        var parameters: FormParameters = ["client_id": registration.clientID]
        // Servers refuse addresses that are much longer than usual, and with them the sign-out.
        if provider.rules.sendsIDTokenHint, let hint = idToken?.revealed, hint.utf8.count <= 4096 {
            parameters.append("id_token_hint", hint)
        }
        // Who is signed in elsewhere is no business of this provider.
        guard account.registration == registration.name else { return endpoint.adding(parameters) }
        // Entra ID takes for a hint only what it wrote into this claim itself.
        parameters.append("logout_hint", account.identity.claims.string("login_hint") ?? account.identity.username)
        return endpoint.adding(parameters)
    }

    private static func address(_ page: URL, returningTo redirectURI: RedirectURI, state: String?) -> URL {
        var parameters: FormParameters = ["post_logout_redirect_uri": redirectURI.text]
        parameters.append("state", state)
        return page.adding(parameters)
    }
}
