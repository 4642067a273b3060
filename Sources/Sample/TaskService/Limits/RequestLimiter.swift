// SPDX-License-Identifier: Apache-2.0
import BearerAuthServing
import HTTPMessages
import HTTPServing
import OAuthMessages
import PortableFoundation

/// Refuses a person's requests beyond their rate with 429, and puts the rest of the rate into each response.
///
/// RFC 6585 §4, draft-ietf-httpapi-ratelimit-headers-10
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
