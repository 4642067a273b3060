// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
public import SignIn

/// Signs users in with a user agent, such as the system browser.
public struct UserAgentSignIn<Agent: UserAgent>: SignInSource {
    private let connection: AppConnection
    private let agent: Agent
    private let chosen: @Sendable () async -> Account.ID?

    /// Creates a source; `chosen` returns the account that must consent, or `nil` for the latest sign-in.
    public init(
        _ connection: AppConnection, with agent: Agent,
        as chosen: @escaping @Sendable () async -> Account.ID? = { nil }
    ) {
        self.connection = connection
        self.agent = agent
        self.chosen = chosen
    }

    /// Signs a user in, and stores the account; for consent, throws `subjectMismatch` if another user signs in.
    public func signIn(_ wish: SignInWish) async throws -> Account {
        let flow = connection.flow(asking: wish.scopes)
        let options = wish.options(at: connection.settings)
        guard case .consent = wish, let account = try await signedIn() else {
            return try await flow.signIn(with: agent, options: options)
        }
        // Requests the token with the scopes that pages use, so that it replaces the token without the permission.
        let scopes = connection.settings.registration.scopes.resourcePart
        return try await flow.extend(account, by: scopes, with: agent, options: options)
    }

    /// `nil` without an account; a missing chosen account is an error, because another account must not get its pages.
    private func signedIn() async throws -> Account? {
        let chosen = await chosen()
        do {
            return try await connection.account(chosen)
        } catch let refusal as Refusal where refusal.code == .signInRequired && chosen == nil {
            return nil
        }
    }

    /// Shows the pages that change the account; throws a ``Failure`` if the settings have none.
    public func show(_ change: AccountChange) async throws {
        guard let flow = connection.flow(for: change) else {
            throw Failure(.noUserFlow(key: change == .password ? "resetPolicy" : "editPolicy"), .none)
        }
        _ = try await flow.signIn(with: agent)
    }
}
