// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
package import Hummingbird
package import TenantDirectory

/// Lets only the pages of single-page apps read the token endpoint's answers.
///
/// Fetch §3.2
package struct CrossOriginAccess: Sendable {
    package let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// A response, with permission to read it for a page of a single-page app.
    package func admitting(_ request: Request, to response: Response) async throws -> Response {
        var response = response
        guard let origin = request.headers[.origin], try await isKnown(origin) else { return response }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.vary] = "Origin"
        return response
    }

    /// Answers a browser's preflight request.
    func preflight(_ request: Request) async throws -> Response {
        guard let origin = request.headers[.origin], try await isKnown(origin) else {
            return Response(status: .methodNotAllowed, headers: [.allow: "POST"])
        }
        return Response(
            status: .noContent,
            headers: [
                .accessControlAllowOrigin: origin, .accessControlAllowMethods: "POST, OPTIONS",
                .accessControlAllowHeaders: "*", .accessControlMaxAge: "86400", .vary: "Origin",
            ])
    }

    /// An origin of any app is enough: a preflight names no client, and the endpoint uses no cookies to misuse.
    private func isKnown(_ origin: String) async throws -> Bool {
        try await database.apps().contains { $0.isEnabled && $0.hasPages(at: origin) }
    }
}

extension RegisteredApp {
    /// Whether a page of an origin can be this single-page app.
    package func hasPages(at origin: String) -> Bool {
        spaRedirectURIs.contains { uri in
            guard let match = uri.prefixMatch(of: #/[a-z]+://[^/?#]+/#) else { return false }
            return RegisteredRedirect(String(match.output)).accepts(origin)
        }
    }
}
