// SPDX-License-Identifier: Apache-2.0

// Errors of authorization requests. The texts follow Microsoft's, so that a client that parses them reads the same
// here.
extension EntraError {
    /// A response type with an unknown word.
    package static func unknownResponseType(_ type: String) -> EntraError {
        EntraError(
            70005, "unsupported_response_type",
            "The provided value for the input parameter 'response_type' is not supported: '\(type)'. Expected are "
                + "'code', 'id_token' and 'token', alone or together.")
    }

    /// The registration does not allow tokens from the authorization endpoint.
    package static func responseTypeNotAllowed() -> EntraError {
        EntraError(700054)
    }

    /// An ID token is for apps that ask for `openid`.
    package static let openIDMissing = EntraError(
        70005, "unsupported_response_type", "The response type 'id_token' requires the scope 'openid'.")

    package static func badResponseMode(_ mode: String) -> EntraError {
        EntraError(
            70007, "invalid_request",
            "'\(mode)' is not a supported value of 'response_mode' for this request. Use 'query', 'fragment' or "
                + "'form_post'; a form needs an address of a web server.")
    }

    static let queryWithToken = EntraError(
        70007, "invalid_request", "'query' is not a supported value of 'response_mode' when requesting a token.")

    /// The request is longer than ``FormParameters/longestRequest``.
    static let requestTooLong = EntraError(90015)

    package static func missingField(_ name: String) -> EntraError {
        EntraError(
            90014, "invalid_request",
            "The required field '\(name)' is missing from the credential. Ensure that you have all the necessary "
                + "parameters for the login request.")
    }

    package static func badPrompt(_ prompt: String) -> EntraError {
        EntraError(
            90023, "invalid_request",
            "Unsupported 'prompt' value: '\(prompt)'. Expected is one of 'login', 'none', 'consent' and "
                + "'select_account'.")
    }

    static let hintBesideSession = EntraError(90005)

    /// A parameter that is empty or has a wrong form.
    package static func invalidParameter(_ name: String) -> EntraError {
        EntraError(90100, "invalid_request", "The '\(name)' parameter is empty or not valid.")
    }

    package static let resourceParameter = EntraError(901002)

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
}
