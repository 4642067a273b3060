// SPDX-License-Identifier: Apache-2.0
public import Hummingbird
import OAuth
import Provider

/// Refuses callers without a scope, unless the rules for their provider's tokens require none.
public struct RequiredScope<Context: BearerRequestContext>: RouterMiddleware {
    private let scope: String

    /// Creates a requirement of one scope.
    public init(_ scope: String) {
        self.scope = scope
    }

    /// Checks the scope and passes the request on.
    ///
    /// - Throws: ``BearerChallenge`` (403) without the scope.
    public func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard try context.requireAccessToken().allows(scope) else {
            throw BearerChallenge(.scopeMissing(scope))
        }
        return try await next(request, context)
    }
}
