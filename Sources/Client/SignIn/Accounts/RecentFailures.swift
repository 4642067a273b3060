// SPDX-License-Identifier: Apache-2.0

import OAuth

/// Errors of a moment ago that would repeat.
///
/// A provider that asks to wait gets no second request before that. An answer that could not be used is the same a
/// moment later, and each attempt may spend a refresh token. The next callers are told without asking.
struct RecentFailures<Question: Hashable> {
    private struct Failure {
        let error: any Error
        let until: Duration
    }

    private var failures: [Question: Failure] = [:]

    /// Throws the recent error of this request while it would repeat.
    ///
    /// - Throws: The recent error; one that asks to wait asks for the time that is left.
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

    /// Keeps an error as long as it asks to wait, if it does.
    mutating func noteWait(_ error: any Error, for question: Question, now: Duration) {
        guard let error = error as? ServerError, let wait = error.wait else { return }
        note(error, for: question, lasting: wait, now: now)
    }
}

extension ServerError {
    /// How long the provider asks to wait.
    ///
    /// Too many requests (RFC 6585 §4) without a time count as ten seconds. A provider that names more than an hour is
    /// asked again after an hour.
    fileprivate var wait: Duration? {
        guard case .retry(let delay) = nextAction, delay != nil || status == 429 else { return nil }
        return min(delay ?? .seconds(10), .seconds(3600))
    }
}
