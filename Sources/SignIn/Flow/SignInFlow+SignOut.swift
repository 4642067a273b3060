// SPDX-License-Identifier: Apache-2.0
import Foundation
public import OAuth
import Provider

extension SignInFlow {
    /// Forgets an account on this machine, and says how the provider's own session ends.
    ///
    /// Its refresh token is given back where the provider takes it. Nothing that a provider does or does not do keeps
    /// the account here.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - redirectURI: Where a web app wants the person to be sent afterwards; it must be registered for that.
    ///   - state: Comes back with the person.
    /// - Returns: The address to open, if the provider has one.
    /// - Throws: `AccountStorageError` if the account could not be forgotten; `CancellationError`. The account is
    ///   forgotten even then; its refresh token is perhaps not given back.
    ///
    /// RFC 7009, OpenID Connect RP-Initiated Logout 1.0
    public func signOut(
        _ account: Account, returningTo redirectURI: RedirectURI? = nil, state: String? = nil
    ) async throws -> SignOut {
        // What another registration's provider gave is none of this one's business.
        let forgotten = try await accounts.forget(account.id).flatMap { $0.owner == registration.id ? $0 : nil }
        do {
            let provider = try await discover()
            if let refreshToken = forgotten?.refreshToken {
                // A provider that does not take it back can still end its session.
                try? await tokenEndpoint(of: provider).revoke(refreshToken)
            }
            guard let address = endSessionURL(for: account, at: provider, idToken: forgotten?.idToken) else {
                return .hereOnly(reason: nil)
            }
            return .open(redirectURI.map { Self.address(address, returningTo: $0, state: state) } ?? address)
        } catch let error as CancellationError {
            throw error
        } catch {
            return .hereOnly(reason: error)
        }
    }

    /// Forgets an account on this machine, and ends the provider's own session in front of the person.
    ///
    /// The person is brought back, and waited for, only where the registration's redirect URI is on loopback: the
    /// others lead to nobody who could say that the person is back.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - agent: What shows the provider's page.
    /// - Returns: What became of it.
    /// - Throws: `AccountStorageError` if the account could not be forgotten; `CancellationError`. The account is
    ///   forgotten even then.
    public func signOut(_ account: Account, with agent: some UserAgent) async throws -> SignOut {
        try await endSession(after: signOut(account), with: agent)
    }

    /// Ends the provider's own session in front of the person, once an account is forgotten.
    ///
    /// - Parameters:
    ///   - outcome: What ``signOut(_:returningTo:state:)`` gave.
    ///   - agent: What shows the provider's page.
    /// - Returns: What became of it.
    /// - Throws: `CancellationError`.
    public func endSession(after outcome: SignOut, with agent: some UserAgent) async throws -> SignOut {
        guard case .open(let address) = outcome, registration.redirectURI.isLoopback else { return outcome }
        do {
            let visit = try await agent.prepareVisit(for: registration.redirectURI)
            let state = random.text()
            let page = Self.address(address, returningTo: visit.redirectURI, state: state)
            let redirect = try await visit.open(page)
            let isOurs =
                visit.redirectURI.receives(redirect)
                && FormParameters(queryOf: redirect)?.all("state").map { $0.isSameSecret(as: state) } == [true]
            return isOurs ? .everywhere : .open(address)
        } catch let error as CancellationError {
            throw error
        } catch {
            // The browser did not come back; whether the session has ended is for the person to see.
            return .open(address)
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
