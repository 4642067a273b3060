// SPDX-License-Identifier: Apache-2.0

// What instance discovery refuses, as captured.
extension EntraError {
    static let unknownInstance = EntraError(50049, "invalid_instance", "Unknown or invalid instance.")

    static func badDiscoveryAddress(_ name: String) -> EntraError {
        EntraError(50050, "invalid_request", "The request is malformed: invalid format for '\(name)' value.")
    }

    static let badDiscoveryVersion = EntraError(500_501, "invalid_request", "Invalid value for 'api-version'.")

    static let oneDiscoveryAddress = EntraError(
        500_502, "invalid_request", "Expected exactly one of 'issuer' and 'authorization_endpoint'.")
}
