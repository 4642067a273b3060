// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
package import TenantDirectory

/// Lets pages of other origins read responses, without credentials: no such endpoint uses cookies. Fetch §3.2
package struct CrossOriginAccess: Sendable {
    /// `nil` admits every page.
    private let admits: (@Sendable (String) async throws -> Bool)?
    private let methods: String
    private let headers: String?
    private let maximumAge: Int

    /// `nil` headers echo the requested ones, because `*` does not cover `Authorization`; `maximumAge` is in seconds.
    package init(
        methods: String, headers: String? = nil, maximumAge: Int,
        admits: (@Sendable (String) async throws -> Bool)? = nil
    ) {
        (self.methods, self.headers, self.maximumAge, self.admits) = (methods, headers, maximumAge, admits)
    }

    /// The token endpoint of single-page apps: any app's origin is enough, because a preflight request names no client.
    package static func singlePageApps(in database: TenantDatabase, of tenantID: String? = nil) -> CrossOriginAccess {
        CrossOriginAccess(methods: "POST, OPTIONS", headers: "*", maximumAge: 86_400) { origin in
            try await database.apps().contains { app in
                app.isEnabled && tenantID ?? app.tenantID == app.tenantID && app.hasPages(at: origin)
            }
        }
    }

    /// `nil` for programs, which send no origin.
    package func admits(_ request: Request) async throws -> Bool? {
        guard let origin = request.headers[.origin] else { return nil }
        return try await admits?(origin) ?? true
    }

    /// Returns whether an admitted page sent the request; with `marksRefusals`, refusals also vary by origin.
    @discardableResult
    package func admit(
        _ request: Request, to response: inout Response, marksRefusals: Bool = false
    ) async throws -> Bool {
        let isAdmitted = try await admits(request)
        mark(&response, of: request, isAdmitted: isAdmitted, marksRefusals: marksRefusals)
        return isAdmitted == true
    }

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
    fileprivate func hasPages(at origin: String) -> Bool {
        spaRedirectURIs.contains { uri in
            guard let match = uri.prefixMatch(of: #/[a-z]+://[^/?#]+/#) else { return false }
            return RegisteredRedirect(String(match.output)).accepts(origin)
        }
    }
}
