// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
package import Hummingbird
import Logging
import NIOCore
import NIOHTTP1

/// Adds security header fields for browsers to every response, and turns thrown errors into responses.
///
/// It is the first middleware of a router, so that refusals and failures carry the fields too. A field that the
/// response already has stays.
package struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
    /// Creates the middleware.
    package init() {}

    /// Handles the request, and turns errors into responses.
    ///
    /// - Throws: Errors of the connection, and `CancellationError`; of a handler's own errors, only
    ///   ``DroppedConnection`` and ``StalledConnection``.
    package func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as any HTTPResponseError {
            response = try error.response(from: request, context: context)
        } catch let error where Self.belongsToConnection(error) {
            // Hummingbird itself answers unreadable requests, and closes the connection.
            throw error
        } catch {
            context.logger.error("a request failed", metadata: ["error": "\(error)"])
            response = Self.failure
        }
        for field in securityFields where !response.headers.contains(field.name) {
            response.headers.append(field)
        }
        return response
    }

    private static func belongsToConnection(_ error: any Error) -> Bool {
        error is HTTPParserError || error is CancellationError || error is DroppedConnection
            || error is StalledConnection
    }

    private static var failure: Response {
        Response(
            status: .internalServerError,
            headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(
                byteBuffer: ByteBuffer(string: "This server made a mistake; its log says which.\n")))
    }
}

/// The fields, with the values for a response without its own.
///
/// The referrer policy is `same-origin`: with `no-referrer`, a browser sends `Origin: null` with our own forms (Fetch
/// §3.2). Then ``CSRFProtection`` could not distinguish them from forms of another site.
private let securityFields: [HTTPField] = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("X-Frame-Options", "DENY"),
    ("Cache-Control", "no-store"),
    ("Content-Security-Policy", ContentSecurityPolicy.nothing.text),
].compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }
