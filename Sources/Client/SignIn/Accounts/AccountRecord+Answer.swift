// SPDX-License-Identifier: Apache-2.0
import OAuth

extension AccountRecord {
    /// Merges a provider's response into a record that another program saved during the request.
    ///
    /// - Parameters:
    ///   - answer: The record with the response.
    ///   - asked: The record that the request was made from.
    /// - Returns: This record with the response; `nil` if this record is newer: refreshed, or signed in again.
    func taking(_ answer: AccountRecord, to asked: AccountRecord) -> AccountRecord? {
        guard signedInAt == asked.signedInAt else { return nil }
        // Another program sent the same refresh token later and got `invalid_grant`; our success shows that the sign-in
        // goes on.
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
