// SPDX-License-Identifier: Apache-2.0
import BearerAuth
public import HTTPServing

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
    public init(_ scopes: String...) {
        self.scopes = scopes
    }

    /// Checks the scopes, and forwards the request.
    ///
    /// - Throws: `BearerChallenge` (403) if a scope is missing.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        try context.requireCaller().require(allOf: scopes)
        return try await next(request, context)
    }
}
