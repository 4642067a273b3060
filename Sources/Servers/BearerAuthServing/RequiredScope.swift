// SPDX-License-Identifier: Apache-2.0
import BearerAuth
public import HTTPServing

/// Refuses callers without one of several scopes, unless the rules for their provider's tokens require none.
///
/// ```swift
/// let api = router.group().add(middleware: BearerAuthenticator(protection))
/// api.get("whoami") { _, context in try context.requireCaller().id }
/// api.group("admin").add(middleware: RequiredScope("Tasks.Manage"))
///     .get("health") { _, _ in "well" }
/// ```
public struct RequiredScope<Context: BearerRequestContext>: RouterMiddleware {
    private let scopes: [String]

    /// Creates a requirement of one scope, or of several: the caller needs each of them, and the challenge names all.
    public init(_ scopes: String...) {
        self.scopes = scopes
    }

    /// Checks the scopes and passes the request on.
    ///
    /// - Throws: `BearerChallenge` (403) without one of the scopes.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        try context.requireCaller().require(allOf: scopes)
        return try await next(request, context)
    }
}
