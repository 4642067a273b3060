// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTypes
import TenantDirectory
import TenantEntra

// The errors of the token endpoint; `UserFlowError+Authorize.swift` says where the texts are from.
extension UserFlowError {
    static let secretMissing = UserFlowError(
        90079, "invalid_request", "Clients must send a client_secret when redeeming a confidential grant.",
        externally: .secretMissing)

    static func expired(issuedAt: Date, expiredAt: Date, now: Date, isWindow: Bool = false) -> UserFlowError {
        UserFlowError(
            90080, "invalid_grant",
            "The provided grant has expired. Please re-authenticate and try again. Current time: \(now.seconds), Grant "
                + "issued time: \(issuedAt.seconds), Grant \(isWindow ? "sliding window " : "")expiration time: "
                + "\(expiredAt.seconds)",
            externally: .grantExpired)
    }

    static func wrongSecret(_ client: RegisteredApp) -> UserFlowError {
        UserFlowError(
            90081, "invalid_client",
            "The specified client_secret does not match the expected value for this client. Please correct the "
                + "client_secret and try again.",
            externally: .wrongSecret(client))
    }

    static func scopeNotGranted(_ scope: String) -> UserFlowError {
        UserFlowError(
            90082, "invalid_grant",
            "The provided grant has insufficient authorization for the requested scope '\(scope)'.",
            externally: .unknownScope(scope))
    }

    static func missingParameter(_ name: String) -> UserFlowError {
        UserFlowError(
            90083, "invalid_request", "The request is missing required parameter: \(name).",
            externally: .missingParameter(name))
    }

    static let secretFromPublicClient = UserFlowError(
        90084, "invalid_request",
        "Public clients should not send a client_secret when redeeming a publicly acquired grant.",
        externally: .secretFromPublicClient)

    static func unsupportedGrant(_ type: String) -> UserFlowError {
        UserFlowError(
            90086, "unsupported_grant_type", "The supplied grant_type [\(type)] is not supported.",
            externally: .unsupportedGrant(type))
    }

    static func otherFlow(_ actual: String, expected: UserFlow) -> UserFlowError {
        UserFlowError(
            90088, "invalid_grant",
            "The provided grant has not been issued for this endpoint. Actual Value : \(actual) and Expected "
                + "Value : \(expected.name)",
            externally: .unknownGrant)
    }

    /// Number 90090 has no fixed text.
    static func unusableGrant(_ why: String) -> UserFlowError {
        UserFlowError(90090, "invalid_grant", why, externally: .unknownGrant)
    }

    static var otherClient: UserFlowError { unusableGrant("The provided grant was given to another client.") }

    static let otherProtocol = UserFlowError(
        90087, "invalid_grant", "The provided grant has not been issued for this version of the protocol endpoint.",
        externally: .unknownGrant)

    /// The error for an app that sends the password itself; it does not tell which of the two values was wrong.
    static let wrongPassword = UserFlowError(
        90225, "access_denied", "The username or password provided in the request are invalid.",
        externally: .wrongPassword)

    static let customerGone = UserFlowError(
        90128, "invalid_grant",
        "The account associated with this grant no longer exists. Please reauthenticate and try again.",
        externally: .unknownGrant)

    static let revoked = UserFlowError(
        90129, "invalid_grant", "The provided grant has been revoked. Please reauthenticate and try again.",
        externally: .codeRedeemed)

    static let verifierMismatch = UserFlowError(
        90182, "invalid_grant", "The supplied code_verifier does not match associated code_challenge",
        externally: .verifierMismatch)

    static let badVerifier = UserFlowError(
        90183, "invalid_grant", "The supplied code_verifier is invalid", externally: .verifierMismatch)

    static var onlyPost: UserFlowError {
        var error = UserFlowError(
            90226, "invalid_request", "The specified token exchange is only supported over HTTP POST.",
            externally: .onlyPost)
        error.status = .methodNotAllowed
        return error
    }
}
