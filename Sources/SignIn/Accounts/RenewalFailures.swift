// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth

/// Errors of answers that could not be used although the provider gave new tokens.
///
/// Each such answer uses up a refresh token. What stands in the way, keys that cannot be had or a permission that was
/// not given, is the same a moment later, so that the next callers are told without asking.
struct RenewalFailures {
    private struct Failure {
        let error: any Error
        /// With what the next answer would be asked for; a new sign-in has another.
        let refreshToken: Redacted<String>?
        let signedInAt: Date
        let until: Duration
    }

    private struct Question: Hashable {
        let account: Account.ID
        let permissions: Set<String>
    }

    private var failures: [Question: Failure] = [:]

    /// - Throws: The error of a moment ago, if nothing has changed since.
    func check(_ record: AccountRecord, _ scopes: ScopeSet, now: Duration) throws {
        guard let failure = failures[Question(account: record.id, permissions: scopes.permissions)],
            now < failure.until, failure.refreshToken == record.refreshToken, failure.signedInAt == record.signedInAt
        else { return }
        throw failure.error
    }

    /// Keeps an error for a moment.
    mutating func note(_ error: any Error, _ record: AccountRecord, _ scopes: ScopeSet, now: Duration) {
        failures = failures.filter { now < $0.value.until }
        failures[Question(account: record.id, permissions: scopes.permissions)] = Failure(
            error: error, refreshToken: record.refreshToken, signedInAt: record.signedInAt, until: now + Self.pause)
    }

    private static let pause = Duration.seconds(10)
}
