// SPDX-License-Identifier: Apache-2.0

import BearerAuthServing
import HTTPMessages
import HTTPServing
import OAuthMessages
package import PortableFoundation
import Synchronization

/// Counts each user's requests; instances of the API that share a store count together.
package protocol RequestLimits: Sendable {
    var rate: RequestRate { get }

    /// Applies ``RequestRate/judge(fullAt:now:)``; reading and writing are atomic.
    func count(requestOf owner: String, at date: Date) async throws -> RequestAllowance
}

/// The request rate of a user, with bursts up to ``count``.
///
/// It uses the generic cell rate algorithm, a token bucket that stores one number per user: the time when the bucket
/// will be full.
package struct RequestRate: Sendable, Hashable {
    /// At least 1.
    package let count: Int
    /// At least 1.
    package let seconds: Int

    /// Numbers below 1 count as 1.
    package init(count: Int, seconds: Int) { (self.count, self.seconds) = (max(count, 1), max(seconds, 1)) }

    /// The microseconds that one request takes from the bucket.
    package var interval: Int64 { max(period / Int64(count), 1) }
    /// The microseconds in which an empty bucket fills.
    package var period: Int64 { Int64(seconds) * 1_000_000 }

    /// Returns the allowance and the next value of `fullAt`; a rejected request costs nothing.
    package func judge(fullAt: Int64?, now: Int64) -> (allowance: RequestAllowance, fullAt: Int64) {
        // No bucket takes longer than a period to fill: such a time is from a clock that is or was ahead. Up to a
        // second period, the bucket counts as empty, so that alternating between two instances gains nothing.
        let isAbsurd = fullAt.map { $0 > now + 2 * period } ?? true
        let before = isAbsurd ? now : min(max(fullAt ?? now, now), now + period)
        let after = before + interval
        guard after - now <= period else {
            return (.refused(for: .microseconds(after - period - now)), before)
        }
        return (.allowed(remaining: Int((period - (after - now)) / interval), full: .microseconds(after - now)), after)
    }
}

package enum RequestAllowance: Sendable, Hashable {
    /// `remaining` further requests are allowed at once, and all of them after `full`.
    case allowed(remaining: Int, full: Duration)
    case refused(for: Duration)
}

extension Date {
    package var microsecondsSince1970: Int64 { Int64((timeIntervalSince1970 * 1_000_000).rounded()) }
}

package final class MemoryRequestLimits: RequestLimits {
    package let rate: RequestRate
    let capacity: Int
    private let state = Mutex<(fullAt: [String: Int64], nextSweep: Int64)>(([:], 0))

    package init(_ rate: RequestRate, capacity: Int = 100_000) {
        (self.rate, self.capacity) = (rate, max(capacity, 1))
    }

    package func count(requestOf owner: String, at date: Date) async throws -> RequestAllowance {
        let now = date.microsecondsSince1970
        return state.withLock { state in
            let (allowance, fullAt) = rate.judge(fullAt: state.fullAt[owner], now: now)
            if state.fullAt.count >= capacity, state.fullAt[owner] == nil { makeRoom(in: &state, at: now) }
            state.fullAt[owner] = fullAt
            return allowance
        }
    }

    var keptCount: Int { state.withLock { $0.fullAt.count } }

    /// Removes full buckets at most once per period, because the search takes long.
    private func makeRoom(in state: inout (fullAt: [String: Int64], nextSweep: Int64), at now: Int64) {
        if now >= state.nextSweep {
            state.fullAt = state.fullAt.filter { $0.value > now }
            state.nextSweep = now + rate.period
        }
        if state.fullAt.count >= capacity, let some = state.fullAt.keys.first { state.fullAt[some] = nil }
    }
}

/// Rejects a user's requests beyond the rate with 429, and adds the remaining rate to each response. RFC 6585 §4,
/// draft-ietf-httpapi-ratelimit-headers-10
struct RequestLimiter: RouterMiddleware {
    let limits: any RequestLimits
    let now: @Sendable () -> Date

    func handle(
        _ request: Request, context: TaskServiceContext,
        next: (Request, TaskServiceContext) async throws -> Response
    ) async throws -> Response {
        switch try await limits.count(requestOf: context.owner(), at: now()) {
        case .allowed(let remaining, let full):
            var response = try await next(request, context)
            setFields(of: &response.headers, remaining: remaining, until: full)
            return response
        case .refused(let wait):
            let seconds = wait.secondsRoundedUp
            var fields: HTTPFields = [.retryAfter: "\(seconds)"]
            setFields(of: &fields, remaining: 0, until: wait)
            throw TaskRefusal(
                .tooManyRequests,
                "the limit is \(limits.rate.count) requests in \(limits.rate.seconds) seconds; "
                    + "send the next one in \(seconds) seconds", fields: fields)
        }
    }

    private func setFields(of fields: inout HTTPFields, remaining: Int, until full: Duration) {
        fields.set("RateLimit-Policy", to: "\"person\";q=\(limits.rate.count);w=\(limits.rate.seconds)")
        fields.set("RateLimit", to: "\"person\";r=\(remaining);t=\(full.secondsRoundedUp)")
    }
}
