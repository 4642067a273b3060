// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation
import TenantAuthorization
import TenantControl
import TenantDirectory

// Errors of the token endpoint about the request or an earlier grant.
extension EntraError {
    static func malformedTenant(_ name: String) -> EntraError { EntraError(900023, with: name) }

    package static func badParameter(_ name: String, _ value: String) -> EntraError {
        EntraError(90023, with: value, name)
    }

    package static func noAbsoluteURI(_ name: String) -> EntraError { EntraError(90102, with: name) }

    static let malformedJSON = EntraError(9_000_410)

    package static let illegalScope = EntraError(28002)

    static func defaultScopeMixed(_ scope: String) -> EntraError {
        EntraError(
            70011, "invalid_scope",
            "The provided value for the input parameter 'scope' is not valid. The scope \(scope) is not valid. "
                + ".default scope can't be combined with resource-specific scopes.")
    }

    package static func refreshTokenInactive(since date: Date, for lifetime: TimeInterval) -> EntraError {
        EntraError(700082, with: date.formatted(.iso8601), span(lifetime))
    }

    /// As the real service writes it: `90.00:00:00`.
    private static func span(_ lifetime: TimeInterval) -> String {
        let seconds = Int(lifetime)
        let parts = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(seconds / 86_400)." + parts.joined(separator: ":")
    }

    static func crossOriginRefused(_ origin: String) -> EntraError { EntraError(9_002_326, with: origin) }

    static let onlyCrossOrigin = EntraError(9_002_327)

    package static func singlePageTokenExpired(issuedAt date: Date, lasting lifetime: TimeInterval) -> EntraError {
        EntraError(700084, with: date.formatted(.iso8601), span(lifetime))
    }

    // The texts follow Microsoft's, because some clients parse them.

    package static func unknownTenant(_ name: String) -> EntraError { EntraError(90002, with: name) }

    package static func unknownClient(_ id: String, tenant: String) -> EntraError {
        EntraError(700016, with: id, tenant)
    }

    package static func missingParameter(_ name: String) -> EntraError { EntraError(900144, with: name) }

    package static func malformedRequest(_ why: String) -> EntraError {
        EntraError(9_002_313, with: why.hasSuffix(".") ? why : "\(why).")
    }

    /// `invalid_grant` at the token endpoint, as captured; ``ErrorReply`` maps it for the authorization endpoint.
    static func secondFactorMissing(clientID: String) -> EntraError { EntraError(50076, with: clientID) }

    package static let secondFactorFailed = EntraError(50074)

    package static let emptyScope = EntraError(28003)

    package static func unknownScope(_ scope: String) -> EntraError { EntraError(70011, with: scope) }

    package static func unknownResource(_ resource: String, tenant: String) -> EntraError {
        EntraError(500011, with: resource, tenant)
    }

    static func noDelegatedPermissions(_ resource: String, of api: RegisteredApp) -> EntraError {
        EntraError(650057, with: resource, api.id)
    }

    package static func unsupportedGrant(_ grant: String) -> EntraError { EntraError(70003, with: grant) }

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

    // Errors for a polling device. For a refusal, Entra ID's names differ from those of RFC 8628 §3.5.

    static let authorizationPending = EntraError(70016)

    /// The code is RFC 8628's; whether Entra ID ever sends it is not documented.
    package static let slowDown = EntraError(
        70016, "slow_down", "OAuth 2.0 device flow error. Authorization is pending. Poll less often.")

    /// The name is documented; the number is that of a declined consent.
    package static let authorizationDeclined = EntraError(
        65004, "authorization_declined", "User declined to sign in or to consent to access the app.")

    package static let badDeviceCode = EntraError(70018)

    static let deviceCodeExpired = EntraError(70020)
}
