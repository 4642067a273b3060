// SPDX-License-Identifier: Apache-2.0
import Foundation
public import SignIn

/// Signs people in with a user agent, such as the system's browser.
public struct UserAgentSignIn<Agent: UserAgent>: SignInSource {
    private let connection: AppConnection
    private let agent: Agent

    /// Creates a source.
    public init(_ connection: AppConnection, with agent: Agent) {
        self.connection = connection
        self.agent = agent
    }

    /// Signs a person in, and keeps the account.
    ///
    /// - Throws: As `SignInFlow.signIn(with:options:)`.
    public func signIn(_ wish: SignInWish) async throws -> Account {
        try await connection.flow(asking: wish.scopes).signIn(with: agent, options: wish.options)
    }

    /// Shows the pages that set a new password.
    ///
    /// - Throws: ``Failure`` if the settings name no such pages; as ``signIn(_:)``.
    public func resetPassword() async throws {
        guard let reset = connection.resetFlow else {
            throw Failure(
                "The settings name no pages for a new password.",
                hint: "Add the key resetPolicy to the settings.", actions: [.signIn])
        }
        _ = try await reset.signIn(with: agent)
    }
}
