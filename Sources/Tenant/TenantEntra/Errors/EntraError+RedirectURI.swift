// SPDX-License-Identifier: Apache-2.0
package import TenantDirectory

// Errors for a redirect URI that the tenant cannot trust.
extension EntraError {
    package static func redirectMismatch(_ uri: String, client: String) -> EntraError {
        EntraError(
            50011, "invalid_request",
            "The redirect URI '\(uri)' specified in the request does not match the redirect URIs configured for the "
                + "application '\(client)'.")
    }

    static let noAddressProvided = EntraError(900971)

    static let noAddressRegistered = EntraError(500113)

    package static func appDisabled(_ client: RegisteredApp) -> EntraError {
        EntraError(
            7_000_112, "unauthorized_client", "Application '\(client.id)'(\(client.displayName)) is disabled.")
    }
}
