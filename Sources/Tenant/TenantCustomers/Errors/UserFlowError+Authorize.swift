// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import TenantDirectory

// The texts are from Microsoft's list of error codes, because some clients parse them. The OAuth error codes are from
// published reports; where none exist, they are our choice.
extension UserFlowError {
    static func redirectMismatch(_ uri: String, client: String) -> UserFlowError {
        UserFlowError(90006, with: uri, client)
    }

    static let clientMissing = UserFlowError(90008)

    static let scopeMissing = UserFlowError(90010)

    static func unsupportedScope(_ scope: String) -> UserFlowError { UserFlowError(90012, with: scope) }

    static func badResponseType(_ type: String) -> UserFlowError { UserFlowError(90013, with: type) }

    static func badResponseMode(_ mode: String) -> UserFlowError { UserFlowError(90014, with: mode) }

    static func unknownClient(_ id: String, tenant: String) -> UserFlowError {
        UserFlowError(90018, with: id, tenant)
    }

    /// Azure AD B2C handles a disabled app like an unknown one.
    static func appDisabled(_ client: RegisteredApp, tenant: String) -> UserFlowError {
        let unknown = unknownClient(client.id, tenant: tenant)
        var error = UserFlowError(unknown.number, unknown.code, unknown.text, about: [client.id, client.displayName])
        error.isOfDisabledApp = true
        return error
    }

    static func badPrompt(_ prompt: String) -> UserFlowError { UserFlowError(90043, with: prompt) }

    static func resourceMissing(_ scope: String) -> UserFlowError { UserFlowError(90055, with: scope) }

    static let implicitFlowOff = UserFlowError(90057)

    static func unknownFlow(_ name: String) -> UserFlowError {
        var error = UserFlowError(90066, with: name)
        error.status = .notFound
        return error
    }

    static let noSession = UserFlowError(90077)

    static let cancelled = UserFlowError(90091)

    static func idTokenNotAllowed(_ clientID: String) -> UserFlowError { UserFlowError(90107, with: clientID) }

    static let openIDMissing = UserFlowError(90110)

    static let locked = UserFlowError(90111)

    static let temporarilyLocked = UserFlowError(90114)

    static let nothingAskedFor = UserFlowError(90115)

    static func unknownScope(_ scope: String) -> UserFlowError { UserFlowError(90117, with: scope) }

    static let forgotPassword = UserFlowError(90118)

    static func badMaximumAge(_ text: String, upTo limit: Int) -> UserFlowError {
        UserFlowError(90120, with: text, "\(limit)")
    }

    static let sessionTooOld = UserFlowError(90121)

    static func unreadable(_ why: String) -> UserFlowError {
        UserFlowError(90122, with: why.hasSuffix(".") ? why : "\(why).")
    }

    static func illegalCharacter(_ character: Unicode.Scalar) -> UserFlowError {
        UserFlowError(99005, with: "\(character)")
    }

    static func severalResources(_ scope: String) -> UserFlowError { UserFlowError(90146, with: scope) }

    static let tooManyCodes = UserFlowError(90151)

    static let tooManyTries = UserFlowError(90157)

    static let badChallenge = UserFlowError(90183)

    static let badChallengeMethod = UserFlowError(90184)

    static let challengeMissing = UserFlowError(99059)

    static func notPermitted(_ client: RegisteredApp) -> UserFlowError {
        UserFlowError(90205, with: client.id, client.displayName)
    }

    static let postLogoutRedirectMissing = UserFlowError(
        90036)

    static func badPostLogoutRedirect(_ uri: String) -> UserFlowError { UserFlowError(90067, with: uri) }
}
