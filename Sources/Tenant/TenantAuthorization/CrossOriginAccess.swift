// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
package import TenantDirectory

/// Lets pages of other origins read the answers of an endpoint.
///
/// No such endpoint uses a cookie, so credentials are never allowed. Fetch §3.2
package struct CrossOriginAccess: Sendable {
    /// Whether pages of an origin may read the answers; `nil` admits every page.
    private let admits: (@Sendable (String) async throws -> Bool)?
    private let methods: String
    private let headers: String?
    private let maximumAge: Int

    /// - Parameters:
    ///   - methods: The methods that a page may use.
    ///   - headers: The header fields that a page may send; `nil` echoes the requested ones, since `*` does not
    ///     cover `Authorization`.
    ///   - maximumAge: The seconds for which a browser may keep the answer to a preflight request.
    ///   - admits: Whether pages of an origin may read the answers; `nil` admits every page.
    package init(
        methods: String, headers: String? = nil, maximumAge: Int,
        admits: (@Sendable (String) async throws -> Bool)? = nil
    ) {
        (self.methods, self.headers, self.maximumAge, self.admits) = (methods, headers, maximumAge, admits)
    }

    /// The token endpoint of single-page apps, of one directory or of all.
    ///
    /// An origin of any app is enough, because a preflight request names no client.
    package static func singlePageApps(in database: TenantDatabase, of tenantID: String? = nil) -> CrossOriginAccess {
        CrossOriginAccess(methods: "POST, OPTIONS", headers: "*", maximumAge: 86_400) { origin in
            try await database.apps().contains { app in
                app.isEnabled && tenantID ?? app.tenantID == app.tenantID && app.hasPages(at: origin)
            }
        }
    }

    /// Whether a request comes from a page that may read the answer; programs send no origin.
    package func admits(_ request: Request) async throws -> Bool? {
        guard let origin = request.headers[.origin] else { return nil }
        return try await admits?(origin) ?? true
    }

    /// Adds the fields with which a page may read the answer, if it may.
    ///
    /// With `marksRefusals`, the answer to a page that may not read it also depends on the origin. It returns whether a
    /// page sent the request, and may read the answer.
    @discardableResult
    package func admit(
        _ request: Request, to response: inout Response, marksRefusals: Bool = false
    ) async throws -> Bool {
        let isAdmitted = try await admits(request)
        mark(&response, of: request, isAdmitted: isAdmitted, marksRefusals: marksRefusals)
        return isAdmitted == true
    }

    /// The answer to a browser's preflight request; without fields for a page that may not read answers.
    package func preflight(_ request: Request, marksRefusals: Bool = false) async throws -> Response {
        let isAdmitted = try await admits(request)
        if isAdmitted == false { RefusalNote.refuse(Self.unknownOrigin) }
        var response = Response(status: .noContent)
        var allowed: HTTPFields = [.accessControlAllowMethods: methods]
        allowed[.accessControlAllowHeaders] = headers ?? request.headers[.accessControlRequestHeaders]
        allowed[.accessControlMaxAge] = String(maximumAge)
        mark(&response, of: request, isAdmitted: isAdmitted, marksRefusals: marksRefusals, adding: allowed)
        return response
    }

    private static let unknownOrigin = RefusalNote.Rule(
        "origin_unknown", reason: "No single-page app has a redirect URI at the origin of this page.",
        remedy: "Add one to the app: spa.redirectUris of an app, redirect_uris or allowed_origins of a client of /op.")

    /// Adds the fields for a judged origin, and between them those of a preflight request; none without an origin.
    private func mark(
        _ response: inout Response, of request: Request, isAdmitted: Bool?, marksRefusals: Bool,
        adding fields: HTTPFields = [:]
    ) {
        guard let isAdmitted else { return }
        let dependsOnOrigin = admits != nil
        if dependsOnOrigin, marksRefusals, fields.isEmpty || !isAdmitted { response.headers[.vary] = "Origin" }
        guard isAdmitted else { return }
        response.headers[.accessControlAllowOrigin] = dependsOnOrigin ? request.headers[.origin] : "*"
        response.headers.append(contentsOf: fields)
        if dependsOnOrigin { response.headers[.vary] = "Origin" }
    }
}

extension RegisteredApp {
    /// Whether a page of an origin can be this single-page app.
    fileprivate func hasPages(at origin: String) -> Bool {
        spaRedirectURIs.contains { uri in
            guard let match = uri.prefixMatch(of: #/[a-z]+://[^/?#]+/#) else { return false }
            return RegisteredRedirect(String(match.output)).accepts(origin)
        }
    }
}
