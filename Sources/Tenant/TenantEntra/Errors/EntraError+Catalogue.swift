// SPDX-License-Identifier: Apache-2.0
import TenantAuthorization
import TenantControl
import TenantDirectory

// The texts follow Microsoft's, so that a client that parses them reads the same here.
extension EntraError {
    package static func unknownTenant(_ name: String) -> EntraError {
        EntraError(
            90002, "invalid_request",
            "Tenant '\(name)' not found. Check to make sure you have the correct tenant ID and are signing into the "
                + "correct cloud. Check with your subscription administrator, this may happen if there are no active "
                + "subscriptions for the tenant.")
    }

    package static func unknownClient(_ id: String, tenant: String) -> EntraError {
        EntraError(
            700016, "unauthorized_client",
            "Application with identifier '\(id)' was not found in the directory '\(tenant)'. This can happen if the "
                + "application has not been installed by the administrator of the tenant or consented to by any user "
                + "in the tenant. You may have sent your authentication request to the wrong tenant.")
    }

    package static func missingParameter(_ name: String) -> EntraError {
        EntraError(900144, "invalid_request", "The request body must contain the following parameter: '\(name)'.")
    }

    package static func malformedRequest(_ why: String) -> EntraError {
        EntraError(
            9_002_313, "invalid_request",
            "Invalid request. Request is malformed or invalid: \(why.hasSuffix(".") ? why : "\(why).")")
    }

    /// The password alone is not enough.
    static func secondFactorMissing(_ authorize: AuthorizeRequest) -> EntraError {
        secondFactorMissing(clientID: authorize.target.client.id)
    }

    /// `invalid_grant` at the token endpoint, as captured; ``ErrorReply`` maps it for the authorization endpoint.
    static func secondFactorMissing(clientID: String) -> EntraError {
        var error = EntraError(
            50076, "invalid_grant",
            "Due to a configuration change made by your administrator, or because you moved to a new location, you "
                + "must use multi-factor authentication to access '\(clientID)'.")
        error.suberror = "basic_action"
        error.claims = ErrorCatalogue.entraID[50076]?.claims
        return error
    }

    /// The person typed no right code.
    package static var secondFactorFailed: EntraError {
        var error = EntraError(50074)
        error.suberror = "basic_action"
        return error
    }

    package static let emptyScope = EntraError(28003)

    package static func unknownScope(_ scope: String) -> EntraError {
        EntraError(
            70011, "invalid_scope",
            "The provided value for the input parameter 'scope' is not valid. The scope \(scope) is not valid.")
    }

    package static func unknownResource(_ resource: String, tenant: String) -> EntraError {
        EntraError(
            500011, "invalid_resource",
            "The resource principal named \(resource) was not found in the tenant named \(tenant). This can happen if "
                + "the application has not been installed by the administrator of the tenant or consented to by any "
                + "user in the tenant. You might have sent your authentication request to the wrong tenant.")
    }

    static func noDelegatedPermissions(_ resource: String, of api: RegisteredApp) -> EntraError {
        EntraError(
            650057, "invalid_resource",
            "Invalid resource. The client has requested access to a resource which is not listed in the requested "
                + "permissions in the client's application registration. Resource value from request: \(resource). "
                + "Resource app ID: \(api.id).")
    }

    package static func unsupportedGrant(_ grant: String) -> EntraError {
        EntraError(70003, "unsupported_grant_type", "The app requested an unsupported grant type '\(grant)'.")
    }

    static let malformedGrant = EntraError(
        9_002_313, "invalid_grant", "Invalid request. Request is malformed or invalid.")

    package static let unknownGrant = EntraError(70000)

    package static let codeRedeemed = EntraError(54005)

    package static let grantExpired = EntraError(70008)

    package static let redirectChanged = EntraError(500112)

    static let verifierMissing = EntraError(50148)

    package static let verifierMismatch = EntraError(501481)

    package static let severalResources = EntraError(28000)

    package static let onlyPost = EntraError(900561)
}
