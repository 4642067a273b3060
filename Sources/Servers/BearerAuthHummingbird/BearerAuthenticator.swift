// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
// An API that imports this target can name the types of its parameters and results.
@_exported public import BearerAuth
public import Hummingbird
import Logging

/// A middleware for Hummingbird that rejects requests without a valid token.
///
/// It requires the trait `Hummingbird`. It is tested against our own declarations of Hummingbird and its dependencies
/// (`Tests/HummingbirdContract`), not against Hummingbird itself.
///
/// This is the first of three steps: *authenticate* here, *require* with ``BearerRequestContext/requireCaller()``,
/// *authorize* with ``RequiredScope``.
///
/// ```swift
/// router.group()
///     .add(middleware: BearerAuthenticator(protection))
///     .add(middleware: RequiredScope("Tasks.ReadWrite"))
///     .get("whoami") { _, context in try context.requireCaller().id }
/// ```
public struct BearerAuthenticator<Context: BearerRequestContext>: RouterMiddleware {
    private let protection: BearerProtection

    /// Creates an authenticator.
    public init(_ protection: BearerProtection) { self.protection = protection }

    /// Validates the token, with its proof or the client's certificate, and forwards the request.
    ///
    /// - Throws: `BearerChallenge`, or `ProviderUnavailable` if the provider does not respond properly.
    public func handle(_ request: Request, context: Context, next: Context.Next) async throws -> Response {
        var context = context
        do {
            context.caller = try await protection.caller(
                of: .init(request.head), presenting: try await context.clientCertificate())
        } catch let unavailable as ProviderUnavailable {
            context.logger.warning("a token cannot be validated", metadata: ["cause": "\(unavailable.cause)"])
            throw unavailable
        }
        do {
            return try await next(request, context)
        } catch let challenge as BearerChallenge {
            throw try protection.describing(challenge, to: context.requireCaller())
        }
    }
}
#endif
