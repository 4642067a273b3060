// SPDX-License-Identifier: Apache-2.0
import HTTPListening
import HTTPMessages
import ProgramLifecycle

/// Adds security header fields for browsers to every response, and turns thrown errors into responses.
///
/// Add it before all middleware that refuses, so that refusals and failures carry the fields too. A field that the
/// response already has stays. Without its own `Content-Security-Policy`, a response may load nothing.
///
/// ```swift
/// let router = Router(context: AppContext.self)
/// router.add(middleware: SecurityHeaders())
/// router.get("/") { _, _ in "hello" }
/// ```
public struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
    /// Creates the middleware; the first one that a router adds.
    public init() {}

    /// Passes the request on, and turns errors into responses: one without a response of its own into 500.
    ///
    /// - Throws: Errors with `endsConnection`, for which the server sends no response.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as any HTTPResponseError {
            response = try error.response(from: request, context: context)
        } catch let error where error.endsConnection {
            // The server itself answers unreadable requests, and closes the connection.
            throw error
        } catch {
            context.logger.error("a request failed", metadata: ["error": "\(error)"])
            response = Response(
                status: .internalServerError, text: "An internal error occurred; see the server's log.\n")
        }
        let present = response.headers
        let isMissing = { (field: HTTPField) in !present.contains(field.name) }
        // Most responses have none of them: then no list is made.
        let areMissing = securityFields.allSatisfy(isMissing)
        response.headers.append(contentsOf: areMissing ? securityFields : securityFields.filter(isMissing))
        return response
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
].map { name, value in HTTPField(name: HTTPField.Name(token: name), value: value) }
