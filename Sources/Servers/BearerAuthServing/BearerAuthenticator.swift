// SPDX-License-Identifier: Apache-2.0
public import BearerAuth
public import HTTPServing
import ProgramLifecycle

/// A middleware that rejects requests without a valid token.
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
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        let caller: Caller
        do {
            caller = try await protection.caller(
                of: request.head, presenting: context.clientCertificate)
            context.caller = caller
        } catch let unavailable as ProviderUnavailable {
            context.logger.warning("a token cannot be validated", metadata: ["cause": "\(unavailable.cause)"])
            throw unavailable
        }
        do {
            return try await next(request, context)
        } catch let challenge as BearerChallenge {
            throw protection.describing(challenge, to: caller)
        }
    }
}
