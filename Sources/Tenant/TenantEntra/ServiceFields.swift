// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
import Hosts
import OAuthMessages
import TenantAuthorization
package import TenantDirectory

/// The real service's header fields, but not its cookies (`fpc`, `x-ms-gateway-slice`, …), which select servers.
package struct ServiceFields: RouterMiddleware {
    /// Identifies the response; in errors, the trace id.
    static let requestID = "x-ms-request-id"
    /// Version, error, suberror, and two empty fields.
    static let clientTelemetry = "x-ms-clitelem"

    package let settings: TenantSettings

    package init(settings: TenantSettings) { self.settings = settings }

    package func handle(
        _ request: Request, context: ServingContext,
        next: (Request, ServingContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        return Self.isSignInService(request.uri.path) ? adding(to: response, for: request) : response
    }

    package func adding(to response: Response, for request: Request) -> Response {
        var response = response
        for (name, value) in fields(of: request) {
            if let name = HTTPField.Name(name), !response.headers.contains(name) { response.headers[name] = value }
        }
        return response
    }

    private func fields(of request: Request) -> [(String, String)] {
        var fields = [
            ("P3P", #"CP="DSP CUR OTPi IND OTRi ONL FIN""#), (Self.requestID, settings.random.identifier()),
            ("x-ms-ests-server", "2.1.12261.15 - LOCAL TESSERA"),
        ]
        // Not for loopback names: browsers would force https on every other local server for a year.
        let base = settings.names.base
        if base.isSecure, !LoopbackHost.contains(base.authority.host) {
            fields.append(("Strict-Transport-Security", "max-age=31536000; includeSubDomains"))
        }
        if ["/token", "/devicecode"].contains(where: request.uri.path.hasSuffix) {
            fields += [
                ("Cache-Control", "no-store, no-cache"), ("Pragma", "no-cache"), ("Expires", "-1"),
                (Self.clientTelemetry, "1,0,0,,"),
            ]
        }
        return fields
    }

    /// Microsoft Graph has its own fields; the standard provider has none.
    private static func isSignInService(_ path: String) -> Bool {
        !["/v1.0", "/beta", "/oidc", "/tessera", TenantPath.standardProvider].contains {
            path == $0 || path.hasPrefix("\($0)/")
        }
    }
}
