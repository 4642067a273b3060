// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation

/// Recent errors that would repeat.
///
/// While a provider asks to wait, the client sends it no request. An unusable response would be the same a moment
/// later, and each attempt may use up a refresh token. The next callers get the error without a request.
struct RecentFailures<Question: Hashable> {
    private struct Failure {
        let error: any Error
        let until: Duration
    }

    private var failures: [Question: Failure] = [:]

    /// Throws the recent error of this request while it would repeat.
    func check(_ question: Question, now: Duration) throws {
        guard let failure = failures[question], now < failure.until else { return }
        if var error = failure.error as? ServerError, case .retry = error.nextAction {
            error.nextAction = .retry(after: failure.until - now)
            throw error
        }
        throw failure.error
    }

    /// Keeps an error for a moment.
    mutating func note(
        _ error: any Error, for question: Question, lasting pause: Duration = .seconds(10), now: Duration
    ) {
        failures = failures.filter { now < $0.value.until }
        failures[question] = Failure(error: error, until: now + pause)
    }

    /// Keeps an error for the time that it asks to wait, if any.
    mutating func noteWait(_ error: any Error, for question: Question, now: Duration) {
        guard let error = error as? ServerError, let wait = error.wait else { return }
        note(error, for: question, lasting: wait, now: now)
    }
}

extension ServerError {
    /// The wait that the provider asks for.
    ///
    /// Status 429 (RFC 6585 §4) without a time counts as ten seconds. The client waits an hour at most.
    fileprivate var wait: Duration? {
        guard case .retry(let delay) = nextAction, delay != nil || status == 429 else { return nil }
        return min(delay ?? .seconds(10), .seconds(3600))
    }
}

/// Identifies a refresh request; a new sign-in or another refresh token makes it a different one.
struct RefreshQuestion: Hashable {
    private let account: Account.ID
    private let signedInAt: Date
    private let refreshToken: Redacted<String>?
    private let permissions: Set<String>

    init(_ record: AccountRecord, _ scopes: ScopeSet) {
        account = record.id
        signedInAt = record.signedInAt
        refreshToken = record.refreshToken
        permissions = scopes.permissions
    }
}
