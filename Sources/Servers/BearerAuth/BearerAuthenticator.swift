// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
public import Hummingbird
import Logging
import OAuth
import Provider

/// Refuses requests without a valid token.
///
/// This is the first of three steps: *authenticate* here, *require* with ``BearerRequestContext/requireAccessToken()``,
/// *authorize* with ``RequiredScope``.
public struct BearerAuthenticator<Context: BearerRequestContext>: RouterMiddleware {
    private let protection: BearerProtection

    /// Creates an authenticator.
    public init(_ protection: BearerProtection) {
        self.protection = protection
    }

    /// Validates the token and passes the request on.
    ///
    /// - Throws: ``BearerChallenge``; ``ProviderUnavailable`` if the provider does not answer properly.
    public func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        do {
            context.accessToken = try await protection.caller(of: request.headers)
        } catch let unavailable as ProviderUnavailable {
            context.logger.warning("a token cannot be judged", metadata: ["cause": "\(unavailable.cause)"])
            throw unavailable
        }
        return try await next(request, context)
    }
}
