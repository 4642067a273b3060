// SPDX-License-Identifier: Apache-2.0
import BearerAuth
public import Hummingbird

/// Refuses callers without a scope, unless the rules for their provider's tokens require none.
///
/// ```swift
/// let api = router.group().add(middleware: BearerAuthenticator(protection))
/// api.get("whoami") { _, context in try context.requireCaller().id }
/// api.group("admin").add(middleware: RequiredScope("Tasks.Manage"))
///     .get("health") { _, _ in "well" }
/// ```
public struct RequiredScope<Context: BearerRequestContext>: RouterMiddleware {
    private let scope: String

    /// Creates a requirement of one scope.
    public init(_ scope: String) {
        self.scope = scope
    }

    /// Checks the scope and passes the request on.
    ///
    /// - Throws: `BearerChallenge` (403) without the scope.
    public func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        try context.requireCaller().require(scope)
        return try await next(request, context)
    }
}
