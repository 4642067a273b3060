// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import TenantAuthorization
package import TenantDirectory

// Errors about apps: their secrets, and their requests without a person.
extension EntraError {
    package static var secretFromPublicClient: EntraError {
        unauthorized(700025)
    }

    package static var secretMissing: EntraError {
        unauthorized(7_000_218)
    }

    package static func wrongSecret(_ client: RegisteredApp) -> EntraError {
        unauthorized(
            7_000_215,
            "Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, "
                + "not the client secret ID, for a secret added to app '\(client.id)'.")
    }

    static func secretExpired(_ client: RegisteredApp) -> EntraError {
        unauthorized(
            7_000_222,
            "The provided client secret keys for app '\(client.id)' are expired. Create a new secret for the app, or "
                + "let it prove itself by a certificate.")
    }

    static func noApplicationID(_ id: String) -> EntraError {
        EntraError(700038, "unauthorized_client", "\(id) is not a valid application identifier.")
    }

    static let directoryUnknown = EntraError(50059)

    static func directoryNeeded(_ grant: String) -> EntraError {
        EntraError(
            9_001_023, "invalid_request",
            "The grant type '\(grant)' is not supported over the /common or /consumers endpoints. Please use the "
                + "/organizations or tenant-specific endpoint.")
    }

    static func scopeNotDefault(_ scope: String) -> EntraError {
        EntraError(
            1_002_012, "invalid_scope",
            "The provided value for scope \(scope) is not valid. Client credential flows must have a scope value with "
                + "/.default suffixed to the resource identifier (application ID URI).")
    }

    /// Failures of client authentication. RFC 6749 §5.2
    static func unauthorized(_ number: Int, _ text: String) -> EntraError {
        var error = EntraError(number, "invalid_client", text)
        error.status = .unauthorized
        return error
    }

    /// As ``unauthorized(_:_:)``, with the text of the table.
    static func unauthorized(_ number: Int) -> EntraError {
        unauthorized(number, ErrorCatalogue.entraID[number]?.text ?? "")
    }
}
