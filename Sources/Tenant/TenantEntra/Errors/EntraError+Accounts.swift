// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
package import PortableFoundation
package import TenantDirectory

extension EntraError {
    package static func customersDirectory(_ tenant: Tenant) -> EntraError {
        EntraError(
            90002, "invalid_request",
            "Tenant '\(tenant.domain)' not found. It holds customers, who sign in through user flows only.")
    }

    static func singleTenant(_ client: RegisteredApp, at shared: TenantSelector.Shared) -> EntraError {
        EntraError(50194, with: client.id, client.displayName, shared.rawValue)
    }

    static func onlyForOrganizations(_ client: RegisteredApp) -> EntraError {
        EntraError(9_002_332, with: client.id, client.displayName)
    }

    static func onlyForPersonalAccounts(_ client: RegisteredApp) -> EntraError {
        EntraError(9_002_331, with: client.id, client.displayName)
    }

    static func foreignAccount(
        _ person: DirectoryPerson, of home: String, at place: String, client: RegisteredApp
    ) -> EntraError {
        EntraError(50020, with: person.userPrincipalName, home, place, client.id, client.displayName)
    }

    static let codeOfOtherTenant = EntraError(700005)

    static let wrongTenant = EntraError(
        50020, "invalid_grant", "The user account does not exist in the tenant that the request names.")

    // Refusals of people or apps without an assignment, and of grants from before the person's sessions were revoked.

    static func notAssigned(_ person: DirectoryPerson, to client: RegisteredApp) -> EntraError {
        EntraError(50105, with: client.displayName, client.id, person.userPrincipalName)
    }

    static func appNotAssigned(_ client: RegisteredApp, to api: RegisteredApp) -> EntraError {
        EntraError(501051, with: client.id, client.displayName, api.id, api.displayName)
    }

    package static func grantRevoked(grantedAt: Date, validFrom: Date) -> EntraError {
        EntraError(50173, with: grantedAt.formatted(.iso8601), validFrom.formatted(.iso8601))
    }

    init(_ refusal: PasswordRefusal) {
        self =
            switch refusal {
            case .wrong: .wrongPassword
            case .locked: .accountLocked
            case .disabled: .accountDisabled
            case .absent: .noPassword
            case .expired: .passwordExpired
            }
    }

    package static func unknownPerson(_ name: String, tenant: String) -> EntraError {
        EntraError(50034, with: name, tenant)
    }

    package static let accountLocked = EntraError(50053)

    static let passwordExpired = EntraError(50055)

    static let noPassword = EntraError(50056)

    package static let accountDisabled = EntraError(50057)

    package static let wrongPassword = EntraError(50126)

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
        case .externalChallenge, .termsOfUse: self = .externalChallenge
        case .passwordChange: self = .passwordChangeDemanded
        case .newSignIn(let seconds): self = .signInTooOld(signedInAt, seconds: seconds)
        case .secondFactor(isExpired: true): self = .secondFactorExpired(clientID: client.id)
        case .secondFactor where person.secondFactorPhone == nil: self = .enrolmentMissing(clientID: client.id)
        case .secondFactor: self = .secondFactorMissing(clientID: client.id)
        }
        claims = Self.challenge(policyID: finding.policyID, contexts: contexts) ?? claims
    }

    /// The claims challenge for the authorization endpoint; `nil` without a policy or context.
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

    static let blockedByPolicy = EntraError(53003)

    static let blockedBySecurityDefaults = EntraError(530035)

    static let deviceNotCompliant = EntraError(53000)

    static let deviceNotDomainJoined = EntraError(53001)

    static let applicationNotApproved = EntraError(53002)

    static let externalChallenge = EntraError(50158)

    static let passwordChangeDemanded = EntraError(50142)

    static func secondFactorExpired(clientID: String) -> EntraError { EntraError(50078, with: clientID) }

    static func enrolmentMissing(clientID: String, isSilentSignIn: Bool = false) -> EntraError {
        EntraError(isSilentSignIn ? 50072 : 50079, with: clientID)
    }

    static func signInTooOld(_ signedInAt: Date, seconds: Int) -> EntraError {
        EntraError(70043, with: signedInAt.formatted(.iso8601), "\(seconds)")
    }

    static let sessionTooOld = EntraError(70044)
}

extension PasswordRefusal {
    /// Entra ID's number lets the person look the error up.
    var textWithNumber: String { "\(text) (AADSTS\(EntraError(self).number))" }
}
