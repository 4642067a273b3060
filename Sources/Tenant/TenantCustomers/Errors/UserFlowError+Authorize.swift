// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import TenantDirectory
import TenantEntra

// The texts are from Microsoft's list of error codes, because some clients parse them. The OAuth error code of each
// number is from published reports, if there are any; otherwise it is our choice.
extension UserFlowError {
    static func redirectMismatch(_ uri: String, client: String) -> UserFlowError {
        UserFlowError(90006, with: uri, client, externally: .redirectMismatch(uri, client: client))
    }

    static let clientMissing = UserFlowError(90008, externally: .missingParameter("client_id"))

    static let scopeMissing = UserFlowError(90010, externally: .missingParameter("scope"))

    static func unsupportedScope(_ scope: String) -> UserFlowError {
        UserFlowError(90012, with: scope, externally: .unknownScope(scope))
    }

    static func badResponseType(_ type: String) -> UserFlowError {
        UserFlowError(90013, with: type, externally: .unknownResponseType(type))
    }

    static func badResponseMode(_ mode: String) -> UserFlowError {
        UserFlowError(90014, with: mode, externally: .badResponseMode(mode))
    }

    static func unknownClient(_ id: String, tenant: String) -> UserFlowError {
        UserFlowError(90018, with: id, tenant, externally: .unknownClient(id, tenant: tenant))
    }

    /// Azure AD B2C answers for a disabled app as for an unknown one.
    static func appDisabled(_ client: RegisteredApp, tenant: String) -> UserFlowError {
        let unknown = unknownClient(client.id, tenant: tenant)
        return UserFlowError(unknown.number, unknown.code, unknown.text, externally: .appDisabled(client))
    }

    static func badPrompt(_ prompt: String) -> UserFlowError { UserFlowError(90043, externally: .badPrompt(prompt)) }

    static func resourceMissing(_ scope: String) -> UserFlowError {
        UserFlowError(90055, with: scope, externally: .unknownScope(scope))
    }

    static let implicitFlowOff = UserFlowError(90057, externally: .responseTypeNotAllowed())

    static func unknownFlow(_ name: String) -> UserFlowError {
        var error = UserFlowError(90066, with: name, externally: .unknownTenant(name))
        error.status = .notFound
        return error
    }

    static let noSession = UserFlowError(90077, externally: .notSignedIn)

    static let cancelled = UserFlowError(90091, externally: .cancelled)

    static func idTokenNotAllowed(_ clientID: String) -> UserFlowError {
        UserFlowError(90107, with: clientID, externally: .responseTypeNotAllowed())
    }

    static let openIDMissing = UserFlowError(90110, externally: .openIDMissing)

    static let locked = UserFlowError(90111, externally: .accountDisabled)

    static let temporarilyLocked = UserFlowError(90114, externally: .accountLocked)

    static let nothingAskedFor = UserFlowError(90115, externally: .emptyScope)

    static func unknownScope(_ scope: String) -> UserFlowError {
        UserFlowError(90117, with: scope, externally: .unknownScope(scope))
    }

    static let forgotPassword = UserFlowError(90118, externally: .cancelled)

    static func badMaximumAge(_ text: String, upTo limit: Int) -> UserFlowError {
        UserFlowError(90120, with: text, "\(limit)", externally: .invalidParameter("max_age"))
    }

    static let sessionTooOld = UserFlowError(90121, externally: .notSignedIn)

    static func unreadable(_ why: String) -> UserFlowError {
        UserFlowError(90122, with: why.hasSuffix(".") ? why : "\(why).", externally: .malformedRequest(why))
    }

    static func illegalCharacter(_ character: Unicode.Scalar) -> UserFlowError {
        UserFlowError(99005, with: "\(character)", externally: .illegalScope)
    }

    static func severalResources(_ scope: String) -> UserFlowError {
        UserFlowError(90146, with: scope, externally: .severalResources)
    }

    static let tooManyCodes = UserFlowError(90151, externally: .secondFactorFailed)

    static let tooManyTries = UserFlowError(90157, externally: .accountLocked)

    static let badChallenge = UserFlowError(90183, externally: .badChallenge)

    static let badChallengeMethod = UserFlowError(90184, externally: .badChallenge)

    static let challengeMissing = UserFlowError(99059, externally: .challengeNeeded)

    static func notPermitted(_ client: RegisteredApp) -> UserFlowError {
        UserFlowError(90205, externally: .consentMissing(client))
    }

    static let postLogoutRedirectMissing = UserFlowError(
        90036, externally: .missingParameter("post_logout_redirect_uri"))

    static func badPostLogoutRedirect(_ uri: String) -> UserFlowError {
        UserFlowError(90067, with: uri, externally: .invalidParameter("post_logout_redirect_uri"))
    }
}
