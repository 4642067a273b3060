// SPDX-License-Identifier: Apache-2.0
import HTTPListening
import HTTPMessages
import ProgramLifecycle

/// A middleware that adds security header fields to every response, and turns thrown errors into responses.
///
/// Add it before all middleware that rejects requests, so that these responses have the fields, too. Existing fields of
/// a response stay. Without its own `Content-Security-Policy`, a response may load nothing.
///
/// ```swift
/// let router = Router(context: AppContext.self)
/// router.add(middleware: SecurityHeaders())
/// router.get("/") { _, _ in "hello" }
/// ```
public struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
    /// Creates the middleware; add it first.
    public init() {}

    /// Forwards the request, and turns errors into responses: 500 for an error that has none.
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
            // The server itself responds to unreadable requests, and closes the connection.
            throw error
        } catch {
            context.logger.error("a request failed", metadata: ["error": "\(error)"])
            response = Response(
                status: .internalServerError, text: "An internal error occurred; see the server's log.\n")
        }
        let present = response.headers
        let isMissing = { (field: HTTPField) in !present.contains(field.name) }
        // Most responses have none of these fields: then no list is allocated.
        let areMissing = securityFields.allSatisfy(isMissing)
        response.headers.append(contentsOf: areMissing ? securityFields : securityFields.filter(isMissing))
        return response
    }
}

// With the referrer policy `no-referrer`, a browser sends `Origin: null` with our own forms (Fetch §3.2), which
// `CSRFProtection` could then not distinguish from another site's forms.
private let securityFields: [HTTPField] = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("X-Frame-Options", "DENY"),
    ("Cache-Control", "no-store"),
    ("Content-Security-Policy", ContentSecurityPolicy.nothing.text),
].map { name, value in HTTPField(name: HTTPField.Name(token: name), value: value) }
