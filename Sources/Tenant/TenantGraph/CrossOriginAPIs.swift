// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
import TenantAuthorization

/// Lets pages of all origins call Graph, UserInfo, and Azure Resource Manager, as the real services do. Fetch §3.2
///
/// It wraps all dialects, so that pages can read every error. The APIs identify callers by tokens, never by cookies.
package enum CrossOriginAPIs {
    private static let access = CrossOriginAccess(methods: "GET, POST, PUT, PATCH, DELETE", maximumAge: 86_400)
    private static let exposed =
        "ETag, Location, Preference-Applied, Content-Range, request-id, client-request-id, ReadWriteConsistencyToken, "
        + "SdkVersion, WWW-Authenticate, x-ms-client-gcc-tenant, Retry-After"

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

    package static func areBelow(_ segment: some StringProtocol) -> Bool {
        ["v1.0", "beta", "oidc", "subscriptions", "tenants"].contains(segment.lowercased())
    }

    /// Metadata, keys, and the standard provider's UserInfo answer all pages themselves, except with some errors.
    private static func isPublic(_ segments: [Substring]) -> Bool {
        segments.contains(".well-known") || segments.contains("discovery") || segments == ["op", "userinfo"]
    }
}
