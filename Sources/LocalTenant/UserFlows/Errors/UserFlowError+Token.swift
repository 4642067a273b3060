// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTypes

// What the token endpoint says; for the texts see the other half of the catalogue.
extension UserFlowError {
    static let secretMissing = UserFlowError(
        90079, "invalid_request", "Clients must send a client_secret when redeeming a confidential grant.")

    static func expired(issuedAt: Date, expiredAt: Date, now: Date, isWindow: Bool = false) -> UserFlowError {
        UserFlowError(
            90080, "invalid_grant",
            "The provided grant has expired. Please re-authenticate and try again. Current time: \(now.seconds), Grant "
                + "issued time: \(issuedAt.seconds), Grant \(isWindow ? "sliding window " : "")expiration time: "
                + "\(expiredAt.seconds)")
    }

    static let wrongSecret = UserFlowError(
        90081, "invalid_client",
        "The specified client_secret does not match the expected value for this client. Please correct the "
            + "client_secret and try again.")

    static func scopeNotGranted(_ scope: String) -> UserFlowError {
        UserFlowError(
            90082, "invalid_grant",
            "The provided grant has insufficient authorization for the requested scope '\(scope)'.")
    }

    static func missingParameter(_ name: String) -> UserFlowError {
        UserFlowError(90083, "invalid_request", "The request is missing required parameter: \(name).")
    }

    static let secretFromPublicClient = UserFlowError(
        90084, "invalid_request",
        "Public clients should not send a client_secret when redeeming a publicly acquired grant.")

    static func unsupportedGrant(_ type: String) -> UserFlowError {
        UserFlowError(90086, "unsupported_grant_type", "The supplied grant_type [\(type)] is not supported.")
    }

    static func otherFlow(_ actual: String, expected: UserFlow) -> UserFlowError {
        UserFlowError(
            90088, "invalid_grant",
            "The provided grant has not been issued for this endpoint. Actual Value : \(actual) and Expected "
                + "Value : \(expected.name)")
    }

    /// The number has no text of its own.
    static func unusableGrant(_ why: String) -> UserFlowError { UserFlowError(90090, "invalid_grant", why) }

    static let otherProtocol = UserFlowError(
        90087, "invalid_grant", "The provided grant has not been issued for this version of the protocol endpoint.")

    /// What an app hears that asks for the password itself; which half was wrong is not told.
    static let wrongPassword = UserFlowError(
        90225, "access_denied", "The username or password provided in the request are invalid.")

    static let customerGone = UserFlowError(
        90128, "invalid_grant",
        "The account associated with this grant no longer exists. Please reauthenticate and try again.")

    static let revoked = UserFlowError(
        90129, "invalid_grant", "The provided grant has been revoked. Please reauthenticate and try again.")

    static let verifierMismatch = UserFlowError(
        90182, "invalid_grant", "The supplied code_verifier does not match associated code_challenge")

    static let badVerifier = UserFlowError(90183, "invalid_grant", "The supplied code_verifier is invalid")

    static var onlyPost: UserFlowError {
        var error = UserFlowError(
            90226, "invalid_request", "The specified token exchange is only supported over HTTP POST.")
        error.status = .methodNotAllowed
        return error
    }
}
