// SPDX-License-Identifier: Apache-2.0
import QuickStart
import SignIn

extension AppConnection {
    /// Runs `body`, and once more if a permission was missing and the person, asked at the terminal, agrees to it.
    ///
    /// Without a terminal nobody is asked: the error says which command asks for the permission.
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
    /// The permissions that would help; `nil` if that is not what is wrong, or nobody knows which.
    fileprivate var missingPermissions: ScopeSet? {
        guard case .consent(let scopes) = actions.first, !scopes.isEmpty else { return nil }
        return scopes
    }
}
