// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
public import BearerAuth
public import Hummingbird

/// A middleware that rejects callers without the required scopes, unless their provider's rules require none.
///
/// ```swift
/// let api = router.group().add(middleware: BearerAuthenticator(protection))
/// api.get("whoami") { _, context in try context.requireCaller().id }
/// api.group("admin").add(middleware: RequiredScope("Tasks.Manage"))
///     .get("health") { _, _ in "well" }
/// ```
public struct RequiredScope<Context: BearerRequestContext>: RouterMiddleware {
    private let scopes: [String]

    /// Creates a requirement for one or more scopes; the caller needs all of them, and the challenge lists all.
    public init(_ scopes: String...) { self.scopes = scopes }

    /// Checks the scopes, and forwards the request.
    ///
    /// - Throws: `BearerChallenge` (403) if a scope is missing.
    public func handle(_ request: Request, context: Context, next: Context.Next) async throws -> Response {
        try context.requireCaller().require(allOf: scopes)
        return try await next(request, context)
    }
}

/// A middleware that rejects callers without a role, which an administrator assigns to users or apps.
///
/// ```swift
/// router.group("reports")
///     .add(middleware: BearerAuthenticator(protection))
///     .add(middleware: RequiredRole("Reports.Read.All"))
///     .get { _, _ in "all reports" }
/// ```
public struct RequiredRole<Context: BearerRequestContext>: RouterMiddleware {
    private let role: String

    /// Creates a requirement for one role, a value of the claim `roles`.
    public init(_ role: String) { self.role = role }

    /// Checks the role, and forwards the request.
    ///
    /// - Throws: `BearerChallenge` (403) without the role.
    public func handle(_ request: Request, context: Context, next: Context.Next) async throws -> Response {
        try context.requireCaller().require(role: role)
        return try await next(request, context)
    }
}

/// A middleware that rejects callers whose sign-in was too weak or too old, so that they can sign in again. RFC 9470
///
/// ```swift
/// router.group("payments")
///     .add(middleware: BearerAuthenticator(protection))
///     .add(middleware: RequireAuthentication(acr: ["phr"], maxAge: .seconds(300)))
///     .post { _, context in try context.requireCaller().id }
/// ```
public struct RequireAuthentication<Context: BearerRequestContext>: RouterMiddleware {
    private let acr: [String]
    private let maxAge: Duration?
    private let time: TimeSource

    /// Creates a requirement; for its values, see `Caller.requireAuthentication(acr:maxAge:at:)`.
    public init(acr: [String] = [], maxAge: Duration? = nil, time: TimeSource = .system) {
        (self.acr, self.maxAge, self.time) = (acr, maxAge, time)
    }

    /// Checks the claims `acr` and `auth_time`, and forwards the request.
    ///
    /// - Throws: `BearerChallenge` (401) with `acr_values` and `max_age`.
    public func handle(_ request: Request, context: Context, next: Context.Next) async throws -> Response {
        try context.requireCaller().requireAuthentication(acr: acr, maxAge: maxAge, at: time.date())
        return try await next(request, context)
    }
}
#endif
