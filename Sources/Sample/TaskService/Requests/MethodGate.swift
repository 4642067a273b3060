// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing

/// Answers 405 for an unsupported method of a known path; the router alone would answer 404.
///
/// RFC 9110 §15.5.6
struct MethodGate<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let methods = TaskEndpoint.methods(at: request.uri.path)
        guard !methods.isEmpty else {
            throw TaskRefusal(.resourceNotFound, "there is nothing at this address; GET / lists the routes")
        }
        guard methods.contains(request.method) else {
            throw TaskRefusal(.methodNotAllowed, allowing: methods)
        }
        return try await next(request, context)
    }
}
