// SPDX-License-Identifier: Apache-2.0
public import BearerAuth
public import HTTPServing

/// A middleware that rejects callers whose sign-in was too weak for a route, or too long ago.
///
/// The client can then sign the user in again.
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
    ///   - acr: The accepted authentication contexts, in order of preference; empty accepts any.
    ///   - maxAge: The maximum time since the user authenticated; `nil` accepts any.
    ///   - time: The clocks.
    public init(acr: [String] = [], maxAge: Duration? = nil, time: TimeSource = .system) {
        (self.acr, self.maxAge, self.time) = (acr, maxAge, time)
    }

    /// Checks the claims `acr` and `auth_time`, and forwards the request.
    ///
    /// - Throws: `BearerChallenge` (401) with `acr_values` and `max_age`.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        try context.requireCaller().requireAuthentication(acr: acr, maxAge: maxAge, at: time.date())
        return try await next(request, context)
    }
}
