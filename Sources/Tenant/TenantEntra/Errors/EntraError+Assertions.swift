// SPDX-License-Identifier: Apache-2.0
import Foundation
import TenantDirectory

// Errors of client assertions, which apps send in place of a secret.
extension EntraError {
    /// The reason that a signature is not valid.
    enum SignatureProblem: String, Sendable {
        case keyUnknown = "The key was not found."
        case keyExpired = "The key used is expired."
        case mismatch = "The provided signature value did not match the expected signature value."
    }

    static var malformedAssertion: EntraError { unauthorized(50027) }

    static var assertionOfOther: EntraError {
        unauthorized(700021)
    }

    static var assertionAudience: EntraError {
        unauthorized(
            700023,
            "Client assertion audience claim does not match Realm issuer: 'aud' must be the address of this token "
                + "endpoint.")
    }

    static func assertionOutOfTime(from begin: Date?, to end: Date, now: Date) -> EntraError {
        unauthorized(
            700024,
            "Client assertion is not within its valid time range. Current time: \(now.formatted(.iso8601)), assertion "
                + "valid from \((begin ?? .init(timeIntervalSince1970: 0)).formatted(.iso8601)), expiry time of "
                + "assertion \(end.formatted(.iso8601)).")
    }

    /// The text names the key as the assertion does.
    static func assertionSignature(_ problem: SignatureProblem, _ keyNames: [String]) -> EntraError {
        unauthorized(
            700027,
            "Client assertion contains an invalid signature. [Reason - \(problem.rawValue), Thumbprint of key used by "
                + "client: '\(keyNames.joined(separator: " "))'] Register the certificate or the key with the app.")
    }

    static func federatedIssuer(_ issuer: String) -> EntraError { federated(700211, "issuer '\(issuer)'") }
    static func federatedAudience(_ audience: String) -> EntraError { federated(700212, "audience '\(audience)'") }
    static func federatedSubject(_ subject: String) -> EntraError { federated(700213, "subject '\(subject)'") }

    private static func federated(_ number: Int, _ what: String) -> EntraError {
        unauthorized(
            number,
            "No matching federated identity record found for presented assertion \(what). Check your federated "
                + "identity credential Subject, Audience and Issuer against the presented assertion.")
    }

    static func issuerUnusable(_ issuer: String, _ why: String) -> EntraError {
        unauthorized(
            50166, "Request to External OIDC endpoint failed: the keys of '\(issuer)' cannot be had, for \(why).")
    }
}

// Errors of the user assertion that an API sends on behalf of its caller.
extension EntraError {
    static func userAssertionSignature(_ reason: String) -> EntraError {
        EntraError(50013, "invalid_grant", "Assertion failed signature validation. [Reason - \(reason)]")
    }

    static func userAssertionAudience(_ audience: String, client: RegisteredApp) -> EntraError {
        EntraError(
            500131, "invalid_grant",
            "Assertion audience does not match the Client app presenting the assertion. The audience in the assertion "
                + "was '\(audience)' and the expected audience is '\(client.identifierURI ?? client.id)' or one of the "
                + "Application Uris of this application with App ID '\(client.id)'(\(client.displayName)). The "
                + "downstream client must request a token for the expected audience (the application that made the OBO "
                + "request) and this application should use that token as the assertion.")
    }

    static func userAssertionExpired(at end: Date, now: Date) -> EntraError {
        EntraError(
            500133, "invalid_grant",
            "Assertion is not within its valid time range. Ensure that the access token is not expired before using it "
                + "for user assertion, or request a new token. Current time: \(now.formatted(.iso8601)), expiry time "
                + "of assertion \(end.formatted(.iso8601)).")
    }

    static let idTokenAsAssertion = EntraError(240002)

    static func appTokenAsAssertion(_ clientID: String) -> EntraError {
        EntraError(
            7_000_114, "invalid_grant",
            "Application '\(clientID)' isn't allowed to make application on-behalf-of calls.")
    }
}
