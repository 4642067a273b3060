// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
package import Hummingbird
import Logging
import NIOCore
import NIOHTTP1

/// Gives every response the header fields that keep browsers careful, and turns thrown errors into responses.
///
/// It stands first in a router, so that refusals and failures carry the fields too. A response that sets a
/// field itself keeps its own.
package struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
    /// Creates the middleware.
    package init() {}

    /// Answers the request, in any case with a response.
    ///
    /// - Throws: What the connection itself reports, and `CancellationError`; of what a handler throws, only
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
            // Hummingbird answers unreadable requests itself, and closes the connection.
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

/// The fields, with the values for a response that says nothing else.
///
/// The referrer policy is `same-origin`, not `no-referrer`: under the latter a browser writes `Origin: null`
/// on our own forms (Fetch §3.2), and ``CSRFProtection`` could no longer tell them from a stranger's.
private let securityFields: [HTTPField] = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("X-Frame-Options", "DENY"),
    ("Cache-Control", "no-store"),
    ("Content-Security-Policy", ContentSecurityPolicy.nothing.text),
].compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }
