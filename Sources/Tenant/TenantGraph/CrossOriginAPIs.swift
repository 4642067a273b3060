// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
import TenantAuthorization

/// Lets pages of every origin call the APIs, as the real services do: Graph, UserInfo, Azure Resource Manager.
///
/// It is the outermost middleware, so that a page can also read refusals, rate limits and the errors of faults. The
/// APIs know their callers by tokens, never by cookies. Fetch §3.2
package struct CrossOriginAPIs: RouterMiddleware {
    private static let access = CrossOriginAccess(methods: "GET, POST, PUT, PATCH, DELETE", maximumAge: 86_400)
    private static let exposed =
        "ETag, Location, Preference-Applied, Content-Range, request-id, client-request-id, ReadWriteConsistencyToken, "
        + "SdkVersion, WWW-Authenticate, x-ms-client-gcc-tenant, Retry-After"

    package init() {}

    package func handle(
        _ request: Request, context: ServingContext,
        next: (Request, ServingContext) async throws -> Response
    ) async throws -> Response {
        guard request.headers[.origin] != nil else { return try await next(request, context) }
        guard Self.isAPI(request.uri.path) else {
            var response = try await next(request, context)
            if Self.isPublic(request.uri.path), !response.headers.contains(.accessControlAllowOrigin) {
                response.headers[.accessControlAllowOrigin] = "*"
            }
            return response
        }
        if request.method == .options, request.headers[.accessControlRequestMethod] != nil {
            return try await Self.access.preflight(request)
        }
        var response = try await next(request, context)
        try await Self.access.admit(request, to: &response)
        response.headers[.accessControlExposeHeaders] = Self.exposed
        return response
    }

    /// Whether the endpoint answers every page itself, but perhaps not with each of its errors: metadata, keys, and
    /// UserInfo of the standard provider.
    private static func isPublic(_ path: String) -> Bool {
        let segments = path.lowercased().split(separator: "/")
        return segments.contains(".well-known") || segments.contains("discovery") || segments == ["op", "userinfo"]
    }

    private static func isAPI(_ path: String) -> Bool {
        let first = path.split(separator: "/", maxSplits: 1).first?.lowercased() ?? ""
        return ["v1.0", "beta", "oidc", "subscriptions", "tenants"].contains(first)
    }
}
