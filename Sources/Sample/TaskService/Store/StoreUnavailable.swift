// SPDX-License-Identifier: Apache-2.0
import OAuth

/// The reason why a store of tasks or of limits does not answer now, although a later request can succeed.
///
/// The API answers 503 with `Retry-After`, and logs the cause. A store throws it also for a change of which it does not
/// know whether it happened: a client repeats an addition with its `Idempotency-Key`.
package struct StoreUnavailable: Error, Sendable {
    /// The reason, for the log.
    package let cause: any Error
    /// The seconds after which a request is worth its while.
    package let retryAfter: Int

    /// Creates the error.
    package init(cause: any Error, retryAfter seconds: Int = 1) {
        (self.cause, retryAfter) = (cause, max(seconds, 1))
    }

    /// Takes an error of a store that says itself that a later request can succeed; `nil` for any other error.
    init?(_ error: any Error) {
        if let unavailable = error as? StoreUnavailable {
            self = unavailable
            return
        }
        guard case .retry(let delay)? = (error as? any ActionableError)?.nextAction else { return nil }
        self.init(cause: error, retryAfter: Int(delay?.components.seconds ?? 1))
    }
}
