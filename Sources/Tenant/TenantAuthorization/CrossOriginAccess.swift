// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes
package import Hummingbird
package import TenantDirectory

/// Lets pages of other origins read the answers of an endpoint.
///
/// No such endpoint uses a cookie, so credentials are never allowed. Fetch §3.2
package struct CrossOriginAccess: Sendable {
    /// Whether pages of an origin may read the answers; `nil` admits every page.
    private let admits: (@Sendable (String) async throws -> Bool)?
    private let methods: String
    private let headers: String
    private let maximumAge: Int

    /// - Parameters:
    ///   - methods: The methods that a page may use.
    ///   - headers: The header fields that a page may send.
    ///   - maximumAge: The seconds for which a browser may keep the answer to a preflight request.
    ///   - admits: Whether pages of an origin may read the answers; `nil` admits every page.
    package init(
        methods: String, headers: String, maximumAge: Int, admits: (@Sendable (String) async throws -> Bool)? = nil
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
    /// - Parameters:
    ///   - request: The request.
    ///   - response: The answer.
    ///   - marksRefusals: Whether the answer to a page that may not read it also depends on the origin.
    /// - Returns: Whether a page sent the request, and may read the answer.
    /// - Throws: Errors of the database.
    @discardableResult
    package func admit(
        _ request: Request, to response: inout Response, marksRefusals: Bool = false
    ) async throws -> Bool {
        let isAdmitted = try await admits(request)
        if admits != nil, isAdmitted != nil, marksRefusals { response.headers[.vary] = "Origin" }
        guard isAdmitted == true else { return false }
        response.headers[.accessControlAllowOrigin] = admits == nil ? "*" : request.headers[.origin]
        if admits != nil { response.headers[.vary] = "Origin" }
        return true
    }

    /// The answer to a browser's preflight request; without fields for a page that may not read answers.
    package func preflight(_ request: Request, marksRefusals: Bool = false) async throws -> Response {
        var response = Response(status: .noContent)
        let isAdmitted = try await admits(request)
        if isAdmitted == true {
            response.headers[.accessControlAllowOrigin] = admits == nil ? "*" : request.headers[.origin]
            response.headers[.accessControlAllowMethods] = methods
            response.headers[.accessControlAllowHeaders] = headers
            response.headers[.accessControlMaxAge] = String(maximumAge)
        }
        try await admit(request, to: &response, marksRefusals: marksRefusals)
        return response
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
