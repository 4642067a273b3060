// SPDX-License-Identifier: Apache-2.0
import QuickStart
import SignIn

extension AppConnection {
    /// Runs `body`; if it lacks a permission and the person consents at the terminal, runs it again.
    ///
    /// Without a terminal it does not ask: the error names the command that requests the permission.
    func offeringConsent<Result: Sendable>(
        for account: Account, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch {
            let failure = Failure(error)
            guard let scopes = failure.missingPermissions,
                try await Terminal.confirms("\(failure.sentence) Ask for it now?")
            else { throw error }
            let source = TerminalSignIn(
                connection: self, way: await SignInWay.chosen(for: self).way, account: account.id)
            _ = try await TerminalSignIn.run(source, for: .consent(scopes))
            return try await body()
        }
    }
}

extension Failure {
    /// The permissions to request; `nil` for another failure, or if the provider named none.
    fileprivate var missingPermissions: ScopeSet? {
        guard case .consent(let scopes) = actions.first, !scopes.isEmpty else { return nil }
        return scopes
    }
}
