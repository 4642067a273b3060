// SPDX-License-Identifier: Apache-2.0

// Errors of instance discovery, as captured.
extension EntraError {
    static let unknownInstance = EntraError(50049)

    static func badDiscoveryAddress(_ name: String) -> EntraError {
        EntraError(50050, "invalid_request", "The request is malformed: invalid format for '\(name)' value.")
    }

    static let badDiscoveryVersion = EntraError(500501)

    static let oneDiscoveryAddress = EntraError(500502)
}
