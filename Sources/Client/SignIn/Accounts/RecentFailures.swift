// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation

/// Recent errors, thrown again without a request.
///
/// While a provider demands a wait, the client sends no request. An unusable response would repeat, and each attempt
/// may use up a refresh token.
struct RecentFailures<Question: Hashable> {
    private struct Failure {
        let error: any Error
        let until: Duration
    }

    private var failures: [Question: Failure] = [:]

    func check(_ question: Question, now: Duration) throws {
        guard let failure = failures[question], now < failure.until else { return }
        if var error = failure.error as? ServerError, case .retry = error.nextAction {
            error.nextAction = .retry(after: failure.until - now)
            throw error
        }
        throw failure.error
    }

    mutating func note(
        _ error: any Error, for question: Question, lasting pause: Duration = .seconds(10), now: Duration
    ) {
        failures = failures.filter { now < $0.value.until }
        failures[question] = Failure(error: error, until: now + pause)
    }

    mutating func noteWait(_ error: any Error, for question: Question, now: Duration) {
        guard let error = error as? ServerError, let wait = error.wait else { return }
        note(error, for: question, lasting: wait, now: now)
    }
}

extension ServerError {
    /// Status 429 (RFC 6585 §4) without a time counts as ten seconds; the maximum is one hour.
    fileprivate var wait: Duration? {
        guard case .retry(let delay) = nextAction, delay != nil || status == 429 else { return nil }
        return min(delay ?? .seconds(10), .seconds(3600))
    }
}

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
