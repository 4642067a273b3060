// SPDX-License-Identifier: Apache-2.0
import OAuth

extension AccountRecord {
    /// Puts a provider's answer into what somebody else has kept while the provider was asked.
    ///
    /// - Parameters:
    ///   - answer: The record as the answer made it.
    ///   - asked: The record that was asked with.
    /// - Returns: What is kept, with the answer; `nil` if it is newer than the answer: renewed, or signed in again.
    func taking(_ answer: AccountRecord, to asked: AccountRecord) -> AccountRecord? {
        guard signedInAt == asked.signedInAt else { return nil }
        // Whoever asked a moment later with the same refresh token hears that it is used up, and that is no end.
        let isOnlyOverThere = endedAt != nil && answer.endedAt == nil
        guard refreshToken == asked.refreshToken || isOnlyOverThere else { return nil }
        var taking = self
        (taking.endedAt, taking.refreshToken) = (answer.endedAt, answer.refreshToken)
        if claims == asked.claims { (taking.claims, taking.idToken) = (answer.claims, answer.idToken) }
        guard answer.endedAt == nil else {
            taking.tokens = []
            return taking
        }
        for token in answer.tokens where !asked.tokens.contains(token) {
            guard taking.token(for: token.scopes).map({ $0.obtainedAt < token.obtainedAt }) ?? true else { continue }
            taking.tokens.removeAll { $0.isFor(token.scopes) }
            taking.tokens.append(token)
        }
        return taking
    }
}
