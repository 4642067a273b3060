// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import TenantDirectory
import TenantEntra

// The texts are from Microsoft's list of error codes, because some clients parse them. The OAuth error code of each
// number is from published reports, if there are any; otherwise it is our choice.
extension UserFlowError {
    static func redirectMismatch(_ uri: String, client: String) -> UserFlowError {
        UserFlowError(
            90006, "invalid_request",
            "The redirect URI '\(uri)' provided in the request is not registered for the client id '\(client)'.",
            externally: .redirectMismatch(uri, client: client))
    }

    static let clientMissing = UserFlowError(
        90008, "invalid_request", "The request does not contain a client id parameter.",
        externally: .missingParameter("client_id"))

    static let scopeMissing = UserFlowError(
        90010, "invalid_request", "The request does not contain a scope parameter.",
        externally: .missingParameter("scope"))

    static func unsupportedScope(_ scope: String) -> UserFlowError {
        UserFlowError(
            90012, "invalid_request", "The scope '\(scope)' provided in request is not supported.",
            externally: .unknownScope(scope))
    }

    static func badResponseType(_ type: String) -> UserFlowError {
        UserFlowError(
            90013, "unsupported_response_type",
            "The requested response type '\(type)' provided in the request is not supported.",
            externally: .unknownResponseType(type))
    }

    static func badResponseMode(_ mode: String) -> UserFlowError {
        UserFlowError(
            90014, "invalid_request", "The requested response mode '\(mode)' provided in the request is not supported.",
            externally: .badResponseMode(mode))
    }

    static func unknownClient(_ id: String, tenant: String) -> UserFlowError {
        UserFlowError(
            90018, "unauthorized_client",
            "The client id '\(id)' specified in the request is not registered in tenant '\(tenant)'.",
            externally: .unknownClient(id, tenant: tenant))
    }

    /// Azure AD B2C answers for a disabled app as for an unknown one.
    static func appDisabled(_ client: RegisteredApp, tenant: String) -> UserFlowError {
        let unknown = unknownClient(client.id, tenant: tenant)
        return UserFlowError(
            unknown.number, unknown.code, unknown.text, externally: .appDisabled(client))
    }

    static func badPrompt(_ prompt: String) -> UserFlowError {
        UserFlowError(
            90043, "invalid_request",
            "The prompt included in the request contains invalid values. Expected 'none', 'login', 'consent' or "
                + "'select_account'.",
            externally: .badPrompt(prompt))
    }

    static func resourceMissing(_ scope: String) -> UserFlowError {
        UserFlowError(
            90055, "invalid_request",
            "The scope '\(scope)' provided in request must specify a resource, such as "
                + "'https://example.com/calendar.read'.",
            externally: .unknownScope(scope))
    }

    static let implicitFlowOff = UserFlowError(
        90057, "unauthorized_client", "The provided application is not configured to allow the OAuth Implicit flow.",
        externally: .responseTypeNotAllowed())

    static func unknownFlow(_ name: String) -> UserFlowError {
        var error = UserFlowError(
            90066, "invalid_request", "Invalid policy '\(name)' was specified in the request.",
            externally: .unknownTenant(name))
        error.status = .notFound
        return error
    }

    static let noSession = UserFlowError(
        90077, "interaction_required",
        "User does not have an existing session and request prompt parameter has a value of 'None'.",
        externally: .notSignedIn)

    static let cancelled = UserFlowError(
        90091, "access_denied", "The user has cancelled entering self-asserted information.", externally: .cancelled)

    static func idTokenNotAllowed(_ clientID: String) -> UserFlowError {
        UserFlowError(
            90107, "unauthorized_client",
            "The application with ID '\(clientID)' cannot get an ID token either because the openid scope was not "
                + "provided in the request or the application is not authorized for it.",
            externally: .responseTypeNotAllowed())
    }

    static let openIDMissing = UserFlowError(
        90110, "invalid_request",
        "The scope parameter must include 'openid' when requesting a response_type that includes 'id_token'.",
        externally: .openIDMissing)

    static let locked = UserFlowError(
        90111, "access_denied",
        "Your account has been locked. Contact your support person to unlock it, then try again.",
        externally: .accountDisabled)

    static let temporarilyLocked = UserFlowError(
        90114, "access_denied",
        "Your account is temporarily locked to prevent unauthorized use. Try again later.",
        externally: .accountLocked)

    static let nothingAskedFor = UserFlowError(
        90115, "invalid_request",
        "When requesting the 'code' response_type, the scope parameter must include a resource or client ID for access "
            + "tokens, and 'openid' for ID tokens. Additionally include 'offline_access' for refresh tokens.",
        externally: .emptyScope)

    static func unknownScope(_ scope: String) -> UserFlowError {
        UserFlowError(
            90117, "invalid_request", "The scope '\(scope)' provided in the request is not supported.",
            externally: .unknownScope(scope))
    }

    static let forgotPassword = UserFlowError(
        90118, "access_denied", "The user has forgotten their password.",
        externally: .cancelled)

    static func badMaximumAge(_ text: String, upTo limit: Int) -> UserFlowError {
        UserFlowError(
            90120, "invalid_request",
            "The max age parameter '\(text)' specified in the request is invalid. Max age must be an integer between "
                + "'0' and '\(limit)' inclusive.",
            externally: .invalidParameter("max_age"))
    }

    static let sessionTooOld = UserFlowError(
        90121, "interaction_required",
        "The user session exceeds the specified maximum age and request prompt parameter has a value of 'None'.",
        externally: .notSignedIn)

    static func unreadable(_ why: String) -> UserFlowError {
        UserFlowError(
            90122, "invalid_request",
            "Input received in the request has failed HTTP request validation: \(why.hasSuffix(".") ? why : "\(why).")",
            externally: .malformedRequest(why))
    }

    static func illegalCharacter(_ character: Unicode.Scalar) -> UserFlowError {
        UserFlowError(
            99005, "invalid_request",
            "The request contains an invalid scope parameter which includes an illegal character '\(character)'.",
            externally: .illegalScope)
    }

    static func severalResources(_ scope: String) -> UserFlowError {
        UserFlowError(
            90146, "invalid_request",
            "The scope '\(scope)' provided in request specifies more than one resource for an access token, which is "
                + "not supported.",
            externally: .severalResources)
    }

    static let tooManyCodes = UserFlowError(
        90151, "access_denied", "User has exceeded the maximum number for retries for multi-factor authentication.",
        externally: .secondFactorFailed)

    static let tooManyTries = UserFlowError(
        90157, "access_denied", "User has exceeded the maximum number for retries for a self-asserted step.",
        externally: .accountLocked)

    static let badChallenge = UserFlowError(
        90183, "invalid_request", "The supplied code_challenge is invalid", externally: .badChallenge)

    static let badChallengeMethod = UserFlowError(
        90184, "invalid_request",
        "The supplied code_challenge_method is not supported. Supported values are plain or S256",
        externally: .badChallenge)

    static let challengeMissing = UserFlowError(
        99059, "invalid_request",
        "The supplied request must present a code_challenge. Required for single-page apps using the authorization "
            + "code flow.",
        externally: .challengeNeeded)

    static func notPermitted(_ client: RegisteredApp) -> UserFlowError {
        UserFlowError(
            90205, "access_denied",
            "This application does not have sufficient permissions against this web resource to perform the "
                + "operation.",
            externally: .consentMissing(client))
    }

    static let postLogoutRedirectMissing = UserFlowError(
        90036, "invalid_request",
        "The request does not contain a URI to redirect the user to post logout. Specify a URI in the "
            + "post_logout_redirect_uri parameter field.",
        externally: .missingParameter("post_logout_redirect_uri"))

    static func badPostLogoutRedirect(_ uri: String) -> UserFlowError {
        UserFlowError(
            90067, "invalid_request",
            "The post logout redirect URI '\(uri)' has an invalid format. Specify an https based URL such as "
                + "'https://example.com/return' or for native clients use the IETF native client URI "
                + "'urn:ietf:wg:oauth:2.0:oob'.",
            externally: .invalidParameter("post_logout_redirect_uri"))
    }
}
