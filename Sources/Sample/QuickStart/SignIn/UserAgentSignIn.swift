// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
public import SignIn

/// Signs people in with a user agent, such as the system's browser.
public struct UserAgentSignIn<Agent: UserAgent>: SignInSource {
    private let connection: AppConnection
    private let agent: Agent
    private let chosen: @Sendable () async -> Account.ID?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - connection: The registration to sign in at.
    ///   - agent: The user agent that shows the provider's pages.
    ///   - chosen: The account that must consent; `nil` means the latest sign-in.
    public init(
        _ connection: AppConnection, with agent: Agent,
        as chosen: @escaping @Sendable () async -> Account.ID? = { nil }
    ) {
        self.connection = connection
        self.agent = agent
        self.chosen = chosen
    }

    /// Signs a person in, and stores the account.
    ///
    /// - Throws: As `SignInFlow.signIn(with:options:)`; for consent, `Refusal` (`subjectMismatch`) if another person
    ///   signs in.
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

    /// The account that must consent; `nil` if there is no account yet.
    ///
    /// A missing chosen account is an error: another account must not get its pages.
    private func signedIn() async throws -> Account? {
        let chosen = await chosen()
        do {
            return try await connection.account(chosen)
        } catch let refusal as Refusal where refusal.code == .signInRequired && chosen == nil {
            return nil
        }
    }

    /// Shows the pages that change the account.
    ///
    /// - Throws: ``Failure`` if the settings have no such pages; as ``signIn(_:)``.
    public func show(_ change: AccountChange) async throws {
        guard let flow = connection.flow(for: change) else {
            throw Failure(.noUserFlow(key: change == .password ? "resetPolicy" : "editPolicy"), .none)
        }
        _ = try await flow.signIn(with: agent)
    }
}
