// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import TenantDirectory

/// Refusals for demands of a directory beyond the password.
extension EntraError {
    /// The error for the app at the token endpoint.
    init(
        _ finding: ConditionalAccess.Finding, of person: DirectoryPerson, client: RegisteredApp, signedInAt: Date,
        contexts: [String]
    ) {
        switch finding.demand {
        case .block: self = .blockedByPolicy
        case .noPasswordsInApps: self = .blockedBySecurityDefaults
        case .compliantDevice: self = .deviceNotCompliant
        case .domainJoinedDevice: self = .deviceNotDomainJoined
        case .approvedApplication: self = .applicationNotApproved
        case .externalChallenge: self = .externalChallenge
        case .passwordChange: self = .passwordChangeDemanded
        case .newSignIn(let seconds): self = .signInTooOld(signedInAt, seconds: seconds)
        case .secondFactor(isExpired: true): self = .secondFactorExpired(clientID: client.id)
        case .secondFactor where person.secondFactorPhone == nil: self = .enrolmentMissing(clientID: client.id)
        case .secondFactor: self = .secondFactorMissing(clientID: client.id)
        }
        claims = Self.challenge(policyID: finding.policyID, contexts: contexts) ?? claims
    }

    /// The claims challenge for the authorization endpoint; `nil` if neither a policy nor a context needs one.
    private static func challenge(policyID: String?, contexts: [String]) -> String? {
        var members: [String: JSONValue] = [:]
        if let policyID {
            members["capolids"] = .object(["essential": .boolean(true), "values": .array([.string(policyID)])])
        }
        if let context = contexts.first {
            members["acrs"] = .object(["essential": .boolean(true), "value": .string(context)])
        }
        return members.isEmpty ? nil : JSONValue.object(["access_token": .object(members)]).text
    }

    static var blockedByPolicy: EntraError {
        interaction(
            53003, suberror: "message_only",
            "Access has been blocked by Conditional Access policies. The access policy does not allow token issuance.")
    }

    static var blockedBySecurityDefaults: EntraError {
        interaction(
            530035, suberror: "message_only",
            "Access has been blocked by security defaults. This is due to the request using legacy auth or being "
                + "deemed unsafe by security defaults policies.")
    }

    static var deviceNotCompliant: EntraError {
        interaction(
            53000, suberror: "additional_action",
            "Device is not in required device state: compliant. Conditional Access policy requires a compliant device, "
                + "and the device is not compliant. The user must enroll their device with an approved MDM provider.")
    }

    static var deviceNotDomainJoined: EntraError {
        interaction(
            53001, suberror: "additional_action",
            "Device is not in required device state: domain_joined. Conditional Access policy requires a domain joined "
                + "device, and the device is not domain joined.")
    }

    static var applicationNotApproved: EntraError {
        interaction(
            53002, suberror: "additional_action",
            "Application used is not an approved application for Conditional Access. The user needs to use one of the "
                + "approved applications to get access.")
    }

    static var externalChallenge: EntraError {
        interaction(50158, suberror: "basic_action", "External security challenge was not satisfied.")
    }

    static var passwordChangeDemanded: EntraError {
        interaction(
            50142, suberror: "basic_action", "Password change is required due to a Conditional Access policy.")
    }

    static func secondFactorExpired(clientID: String) -> EntraError {
        interaction(
            50078, suberror: "basic_action",
            "Presented multi-factor authentication has expired due to policies configured by your administrator, you "
                + "must refresh your multi-factor authentication to access '\(clientID)'.")
    }

    static func enrolmentMissing(clientID: String, isSilentSignIn: Bool = false) -> EntraError {
        interaction(
            isSilentSignIn ? 50072 : 50079, suberror: "basic_action",
            "Due to a configuration change made by your administrator, or because you moved to a new location, you "
                + "must enroll in multi-factor authentication to access '\(clientID)'.")
    }

    /// The text names the time of the sign-in and the maximum age.
    static func signInTooOld(_ signedInAt: Date, seconds: Int) -> EntraError {
        var error = EntraError(
            70043, "invalid_grant",
            "The refresh token has expired or is invalid due to sign-in frequency checks by conditional access. The "
                + "token was issued on \(signedInAt.formatted(.iso8601)) and the maximum allowed lifetime for this "
                + "request is \(seconds).")
        error.suberror = "token_expired"
        return error
    }

    static let sessionTooOld = EntraError(70044)

    private static func interaction(_ number: Int, suberror: String, _ text: String) -> EntraError {
        var error = EntraError(number, "interaction_required", text)
        error.suberror = suberror
        return error
    }
}
