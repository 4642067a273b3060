// SPDX-License-Identifier: Apache-2.0
import BearerAuth
public import HTTPServing

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
    public init(_ role: String) {
        self.role = role
    }

    /// Checks the role, and forwards the request.
    ///
    /// - Throws: `BearerChallenge` (403) without the role.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        try context.requireCaller().require(role: role)
        return try await next(request, context)
    }
}
