// SPDX-License-Identifier: Apache-2.0
public import BearerAuth
public import HTTPServing

/// Refuses callers whose sign-in was too weak for a route, or too long ago; the client can then sign them in again.
///
/// ```swift
/// router.group("payments")
///     .add(middleware: BearerAuthenticator(protection))
///     .add(middleware: RequireAuthentication(acr: ["phr"], maxAge: .seconds(300)))
///     .post { _, context in try context.requireCaller().id }
/// ```
///
/// RFC 9470
public struct RequireAuthentication<Context: BearerRequestContext>: RouterMiddleware {
    private let acr: [String]
    private let maxAge: Duration?
    private let time: TimeSource

    /// Creates a requirement.
    ///
    /// - Parameters:
    ///   - acr: The ways of authentication of which one is enough, the preferred one first; empty accepts each.
    ///   - maxAge: How long ago the person may have authenticated at most; `nil` accepts every time.
    ///   - time: The clocks.
    public init(acr: [String] = [], maxAge: Duration? = nil, time: TimeSource = .system) {
        (self.acr, self.maxAge, self.time) = (acr, maxAge, time)
    }

    /// Checks the claims `acr` and `auth_time`, and passes the request on.
    ///
    /// - Throws: `BearerChallenge` (401) with `acr_values` and `max_age`.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        try context.requireCaller().requireAuthentication(acr: acr, maxAge: maxAge, at: time.date())
        return try await next(request, context)
    }
}
