// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPTransport
public import OAuthMessages
import PortableFoundation
import SignInProvider

extension SignInFlow {
    /// Removes an account from this machine, and signs out at the provider.
    ///
    /// The account is removed first, even if the provider then fails. The provider revokes the refresh token, if it
    /// can; the time limit is for both responses together. Its own session ends in the browser, at the URL in
    /// ``SignOut/session-swift.property``. Then the user returns to `redirectURI`, with `state`, if that URI is
    /// registered for that purpose (`post_logout_redirect_uris`).
    ///
    /// - Throws: `AccountStorageError` if the account could not be removed; `CancellationError`, after which the
    ///   account is removed, but the refresh token may still be valid.
    ///
    /// RFC 7009, OpenID Connect RP-Initiated Logout 1.0
    public func signOut(
        _ account: Account, returningTo redirectURI: RedirectURI? = nil, state: String? = nil,
        within limit: Duration = .seconds(5)
    ) async throws -> SignOut {
        // Only this registration's provider may get the tokens.
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
                refreshToken: try await end(of: refreshToken, boundTo: forgotten?.dpopKey, at: provider, within: left))
        } catch let error as CancellationError {
            throw error
        } catch {
            return SignOut(
                session: .remains(reason: error), refreshToken: refreshToken == nil ? .absent : .remains(reason: error))
        }
    }

    /// Without revocation, the session can still end.
    private func end(
        of refreshToken: Redacted<String>?, boundTo key: DPoPKey?, at provider: IdentityProvider, within limit: Duration
    ) async throws -> SignOut.RefreshToken {
        guard let refreshToken else { return .absent }
        guard let endpoint = provider.metadata.revocationEndpoint else { return .remains(reason: nil) }
        do {
            let isRevoked = try await withDeadline(limit, naming: HTTPRequest(url: endpoint)) {
                try await tokenEndpoint(of: provider, proving: key).revoke(refreshToken, at: endpoint)
            }
            return isRevoked ? .revoked : .remains(reason: nil)
        } catch let error as CancellationError {
            throw error
        } catch {
            return .remains(reason: error)
        }
    }

    /// Removes an account from this machine, and ends the provider's session in the user's browser.
    ///
    /// The page opens only if the user agent receives the registration's redirect URI without the user's help. The
    /// provider redirects the user only to a URL that is registered for that purpose (`post_logout_redirect_uris`). If
    /// the user does not return, the outcome contains the URL to open.
    ///
    /// - Throws: `AccountStorageError` if the account could not be removed; `CancellationError`, after which the
    ///   account is removed.
    public func signOut(_ account: Account, with agent: some UserAgent) async throws -> SignOut {
        try await endSession(after: signOut(account), with: agent)
    }

    /// Ends the provider's session in the user's browser after ``signOut(_:returningTo:state:within:)``, and returns
    /// its outcome with the new state of the session.
    ///
    /// - Throws: `CancellationError`.
    public func endSession(after outcome: SignOut, with agent: some UserAgent) async throws -> SignOut {
        guard case .open(let address) = outcome.session, agent.bringsRedirectBack else { return outcome }
        do {
            let visit = try await agent.prepareVisit(for: registration.redirectURI)
            let state = random.text()
            let page = Self.address(address, returningTo: visit.redirectURI, state: state)
            let redirect = try await visit.open(page)
            let isOurs =
                visit.redirectURI.receives(redirect.revealed)
                && FormParameters(repairing: redirect.revealed.encodedQuery)?.all("state")
                    .map { $0.isSameSecret(as: state) } == [true]
            return isOurs ? SignOut(session: .ended, refreshToken: outcome.refreshToken) : outcome
        } catch let error as CancellationError {
            throw error
        } catch {
            // The browser did not return, so the session may still be active.
            return outcome
        }
    }

    private func endSessionURL(
        for account: Account, at provider: IdentityProvider, idToken: Redacted<String>?
    ) -> URL? {
        guard let endpoint = provider.metadata.endSessionEndpoint else { return nil }
        var parameters: FormParameters = ["client_id": registration.clientID]
        // Some servers reject a long URL, which would break the sign-out.
        if provider.rules.sendsIDTokenHint, let hint = idToken?.revealed, hint.utf8.count <= 4096 {
            parameters.append("id_token_hint", hint)
        }
        // The provider must not learn the user name of an account at another provider.
        guard account.registration == registration.name else { return endpoint.adding(parameters) }
        // Entra ID accepts only the value that it wrote into this claim.
        parameters.append("logout_hint", account.identity.claims.string("login_hint") ?? account.identity.username)
        return endpoint.adding(parameters)
    }

    private static func address(_ page: URL, returningTo redirectURI: RedirectURI, state: String?) -> URL {
        var parameters: FormParameters = ["post_logout_redirect_uri": redirectURI.text]
        parameters.append("state", state)
        return page.adding(parameters)
    }
}
