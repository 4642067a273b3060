// SPDX-License-Identifier: Apache-2.0
package import TenantDirectory

// Errors of authorization requests. The texts follow Microsoft's, because some clients parse them.
extension EntraError {
    package static func unknownResponseType(_ type: String) -> EntraError { EntraError(70005, with: type) }

    package static func responseTypeNotAllowed() -> EntraError { EntraError(700054) }

    package static let openIDMissing = EntraError(
        70005, "unsupported_response_type", "The response type 'id_token' requires the scope 'openid'.")

    package static func badResponseMode(_ mode: String) -> EntraError { EntraError(70007, with: mode) }

    static let queryWithToken = EntraError(
        70007, "invalid_request", "'query' is not a supported value of 'response_mode' when requesting a token.")

    static let requestTooLong = EntraError(90015)

    package static func missingField(_ name: String) -> EntraError { EntraError(90014, with: name) }

    package static func badPrompt(_ prompt: String) -> EntraError {
        EntraError(
            90023, "invalid_request",
            "Unsupported 'prompt' value: '\(prompt)'. Expected is one of 'login', 'none', 'consent' and "
                + "'select_account'.")
    }

    static let hintBesideSession = EntraError(90005)

    package static func invalidParameter(_ name: String) -> EntraError { EntraError(90100, with: name) }

    package static let resourceParameter = EntraError(901002)

    static let resourceMismatch = EntraError(9_010_010)

    /// The code is that of OpenID Connect Core §3.1.2.6; the number is not documented.
    package static func requestObject(_ name: String) -> EntraError {
        EntraError(90023, "\(name)_not_supported", "The '\(name)' parameter is not supported.")
    }

    package static let notSignedIn = EntraError(50058)

    static let severalAccounts = EntraError(16000)

    static let sessionGone = EntraError(160021)

    static let challengeMissing = EntraError(50147)

    package static let badChallenge = EntraError(501491)

    package static let challengeNeeded = EntraError(9_002_325)

    package static let cancelled = EntraError(
        65004, "access_denied", "User declined to sign in or to consent to access the app.")

    package static func consentMissing(_ client: RegisteredApp) -> EntraError {
        EntraError(65001, with: client.id, client.displayName)
    }

    static func administratorNeeded(_ client: RegisteredApp, in tenant: Tenant) -> EntraError {
        EntraError(90094, with: tenant.displayName, client.displayName)
    }

    static func notForPersonalAccounts(_ permissions: [Permission]) -> EntraError {
        EntraError(
            70011, "invalid_scope",
            "The provided value for the input parameter 'scope' is not valid. A personal account has no directory, and "
                + "cannot consent to \(permissions.map(\.scope.value).joined(separator: ", ")).")
    }

    package static func redirectMismatch(_ uri: String, client: String) -> EntraError {
        EntraError(50011, with: uri, client)
    }

    static let noAddressProvided = EntraError(900971)

    static let noAddressRegistered = EntraError(500113)

    package static func appDisabled(_ client: RegisteredApp) -> EntraError {
        EntraError(7_000_112, with: client.id, client.displayName)
    }

    // Errors of instance discovery, as captured.

    static let unknownInstance = EntraError(50049)

    static func badDiscoveryAddress(_ name: String) -> EntraError { EntraError(50050, with: name) }

    static let badDiscoveryVersion = EntraError(500501)

    static let oneDiscoveryAddress = EntraError(500502)
}
