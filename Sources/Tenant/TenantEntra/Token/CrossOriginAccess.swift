// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
package import Hummingbird
package import TenantDirectory

/// Lets the pages of single-page apps read what the token endpoint answers, and nobody else's.
///
/// Fetch §3.2
package struct CrossOriginAccess: Sendable {
    package let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// A response, with leave to read it if it goes to a page of a single-page app.
    package func admitting(_ request: Request, to response: Response) async throws -> Response {
        var response = response
        guard let origin = request.headers[.origin], try await isKnown(origin) else { return response }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.vary] = "Origin"
        return response
    }

    /// Answers the question of a browser whether a page may send its request.
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

    /// Any app will do: a question comes before anybody knows which one asks, and there are no cookies to misuse.
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
