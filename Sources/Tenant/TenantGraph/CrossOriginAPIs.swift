// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
import TenantAuthorization

/// Lets pages of every origin call the APIs, as the real services do: Graph, UserInfo, Azure Resource Manager.
///
/// It stands around all dialects, so that a page can also read refusals, rate limits and the errors of faults. The
/// APIs know their callers by tokens, never by cookies. Fetch §3.2
package enum CrossOriginAPIs {
    private static let access = CrossOriginAccess(methods: "GET, POST, PUT, PATCH, DELETE", maximumAge: 86_400)
    private static let exposed =
        "ETag, Location, Preference-Applied, Content-Range, request-id, client-request-id, ReadWriteConsistencyToken, "
        + "SdkVersion, WWW-Authenticate, x-ms-client-gcc-tenant, Retry-After"

    /// The answer to a request, readable for pages that may read it; `next` makes it.
    package static func answer(
        _ request: Request, _ next: (Request) async throws -> Response
    ) async throws -> Response {
        guard request.headers[.origin] != nil else { return try await next(request) }
        let segments = request.uri.path.lowercased().split(separator: "/")
        guard areBelow(segments.first ?? "") else {
            var response = try await next(request)
            if isPublic(segments), !response.headers.contains(.accessControlAllowOrigin) {
                response.headers[.accessControlAllowOrigin] = "*"
            }
            return response
        }
        if request.method == .options, request.headers[.accessControlRequestMethod] != nil {
            return try await access.preflight(request)
        }
        var response = try await next(request)
        try await access.admit(request, to: &response)
        response.headers[.accessControlExposeHeaders] = exposed
        return response
    }

    /// Whether the APIs are below the first segment of a path.
    package static func areBelow(_ segment: some StringProtocol) -> Bool {
        ["v1.0", "beta", "oidc", "subscriptions", "tenants"].contains(segment.lowercased())
    }

    /// Whether the endpoint answers every page itself, but perhaps not with each of its errors: metadata, keys, and
    /// UserInfo of the standard provider.
    private static func isPublic(_ segments: [Substring]) -> Bool {
        segments.contains(".well-known") || segments.contains("discovery") || segments == ["op", "userinfo"]
    }
}
