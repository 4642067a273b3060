// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes
import Hummingbird
import TenantAuthorization

/// The endpoints of the provider; the raw values are paths below the issuer.
package enum StandardEndpoint: String, Sendable, CaseIterable {
    case metadata = "/.well-known/openid-configuration"
    case keys = "/jwks"
    case authorization = "/authorize"
    /// The address to which the sign-in pages send their forms.
    case login = "/login"
    /// The address to which the consent page sends its form.
    case consent = "/consent"
    case pushedRequest = "/par"
    case deviceAuthorization = "/device_authorization"
    /// The page on which a person types a device's code.
    case device = "/device"
    case token = "/token"
    case userInfo = "/userinfo"
    case revocation = "/revoke"
    case introspection = "/introspect"
    case endSession = "/logout"
    /// The address to which the sign-out page sends its form.
    case endSessionConfirmation = "/logout/confirm"

    /// The path on this host.
    package var path: String { TenantPath.standardProvider + rawValue }

    /// The path, for the router.
    var routerPath: RouterPath { RouterPath(path) }
}

extension Router<ServingContext> {
    /// Answers the common methods other than POST with 405.
    func allowOnlyPost(at endpoint: StandardEndpoint) {
        for method in [HTTPRequest.Method.get, .put, .delete, .patch] {
            on(endpoint.routerPath, method: method) { _, _ in
                RefusalNote.refuse(RefusalNote.Rule("method_not_allowed", reason: "This address answers to POST."))
                return Response(status: .methodNotAllowed, headers: [.allow: "POST"])
            }
        }
    }
}
