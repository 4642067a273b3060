// SPDX-License-Identifier: Apache-2.0

extension EntraError {
    static func missingField(_ name: String) -> EntraError {
        EntraError(
            90014, "invalid_request",
            "The required field '\(name)' is missing from the credential. Ensure that you have all the necessary "
                + "parameters for the login request.")
    }

    static let resourceParameter = EntraError(
        901_002, "invalid_request", "The 'resource' request parameter is not supported.")

    static func appDisabled(_ client: RegisteredApp) -> EntraError {
        EntraError(
            7_000_112, "unauthorized_client", "Application '\(client.id)'(\(client.displayName)) is disabled.")
    }
}
