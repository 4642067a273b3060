// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import HTTPTransport

/// Lets pages from some origins call the API, with a token and without cookies.
///
/// `Access-Control-Expose-Headers` is in the responses themselves, because browsers ignore it in those to a preflight.
/// `Vary` is in all responses, even to requests without an origin, because a cache may store them. Fetch §3.2
struct AllowedOrigins<Context: RequestContext>: RouterMiddleware {
    private let origins: Set<String>

    init(_ origins: Set<Origin>) { self.origins = Set(origins.map(\.description)) }

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let origin = allowedOrigin(of: request)
        var response = try await next(request, context)
        if let origin {
            response.headers[.accessControlExposeHeaders] =
                "ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-ID"
            response.headers[.accessControlAllowOrigin] = origin
        }
        response.headers[values: .vary].append("Origin")
        return response
    }

    private func allowedOrigin(of request: Request) -> String? {
        request.headers[.origin].flatMap { origins.contains($0) ? $0 : nil }
    }

    /// The response to a browser's preflight request; `nil` for another request.
    func preflight(_ request: Request, allowing methods: [HTTPRequest.Method]) -> Response? {
        guard allowedOrigin(of: request) != nil, request.method == .options,
            request.headers.contains(.accessControlRequestMethod)
        else { return nil }
        return Response(
            status: .noContent,
            headers: [
                .accessControlAllowMethods: methods.map(\.rawValue).joined(separator: ", "),
                .accessControlAllowHeaders:
                    "Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match",
                .accessControlMaxAge: "600",
            ])
    }
}
