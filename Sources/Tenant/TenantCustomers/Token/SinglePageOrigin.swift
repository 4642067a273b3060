// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird
import TenantDirectory
import TenantEntra

/// The origin of a page that sends token requests itself; browsers let it read the response only if CORS allows it.
///
/// Fetch §3.2, and only for the registered redirect URIs of single-page apps.
struct SinglePageOrigin: Sendable {
    private let origin: String

    /// Reads the `Origin` field; `nil` for a request without one.
    init?(of request: Request) {
        guard let origin = request.headers[.origin] else { return nil }
        self.origin = origin
    }

    /// The answer to a CORS preflight request.
    func preflight(for tenant: Tenant, in database: TenantDatabase) async throws -> Response {
        var response = Response(status: .noContent)
        guard try await isRegistered(at: tenant, in: database) else { return response }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.accessControlAllowMethods] = "POST, OPTIONS"
        response.headers[.accessControlAllowHeaders] = "*"
        response.headers[.accessControlMaxAge] = "86400"
        response.headers[.vary] = "Origin"
        return response
    }

    /// Adds the CORS fields to a response, if an app with pages at this origin is registered.
    func admitted(_ response: Response, to tenant: Tenant, in database: TenantDatabase) async throws -> Response {
        var response = response
        response.headers[.vary] = "Origin"
        guard try await isRegistered(at: tenant, in: database) else { return response }
        response.headers[.accessControlAllowOrigin] = origin
        return response
    }

    private func isRegistered(at tenant: Tenant, in database: TenantDatabase) async throws -> Bool {
        try await database.apps().contains { app in
            app.tenantID == tenant.id && app.isEnabled && app.hasPages(at: origin)
        }
    }
}
