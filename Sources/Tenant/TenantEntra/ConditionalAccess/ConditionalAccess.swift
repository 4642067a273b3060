// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import TenantAuthorization
import TenantDirectory

struct ConditionalAccess: Sendable {
    /// `policyID` is `nil` for security defaults and authentication contexts.
    struct Finding: Sendable, Hashable {
        let demand: AccessDemand
        var policyID: String?
    }

    let database: TenantDatabase

    /// Refuses tokens if a policy is not met.
    ///
    /// Without `asked`, the claims of the sign-in apply. `isPassword` is for an app that sent the password itself.
    ///
    /// - Throws: ``EntraError`` (50076, 50078, 50079, 50142, 50158, 53000 to 53003, 530035, 70043), with the claims
    ///   challenge that the app must answer.
    func judge(
        _ person: DirectoryPerson, app: RegisteredApp, resource: RegisteredApp, grant: Grant,
        asked: ClaimsParameter? = nil, isPassword: Bool = false, now: Date
    ) async throws {
        let request = try asked ?? ClaimsParameter(grant.claims)
        let signIn = JudgedSignIn(
            person: person, groupIDs: Set(try database.groups(of: person).map(\.id)),
            applicationIDs: [app.id, resource.id], clientAppType: isPassword ? .other : app.clientAppType,
            contexts: Set(request.authenticationContexts), authenticatedAt: grant.authenticatedAt,
            secondFactorAt: grant.secondFactorAt, now: now)
        guard let finding = try await finding(about: signIn) else { return }
        throw EntraError(
            finding, of: person, client: app, signedInAt: grant.authenticatedAt, contexts: signIn.contexts.sorted())
    }

    /// The most important unmet demand; `nil` if the sign-in passes.
    func finding(about signIn: JudgedSignIn) async throws -> Finding? {
        let policies = try await database.enabledPolicies(of: signIn.person.tenantID)
            .filter { $0.conditions.match(signIn) }
        var signIn = signIn
        if policies.contains(where: { $0.grantControls?.termsOfUse.isEmpty == false }) {
            signIn.acceptedTerms = try TermsAcceptance.agreements(of: signIn.person, in: database)
        }
        var findings =
            policies
            .compactMap { policy in
                policy.unmetDemand(of: signIn).map { Finding(demand: $0, policyID: policy.id) }
            }
        let hasDefaults = try await database.tenant(signIn.person.tenantID)?.isSecurityDefaultsEnabled ?? false
        if hasDefaults, signIn.clientAppType == .other { findings.append(Finding(demand: .noPasswordsInApps)) }
        // An API's step-up needs a second factor, even if no policy has the context.
        if hasDefaults || !signIn.contexts.isEmpty, signIn.secondFactorAt == nil {
            findings.append(Finding(demand: .secondFactor(isExpired: false)))
        }
        return findings.min { $0.demand < $1.demand }
    }
}

struct JudgedSignIn: Sendable {
    let person: DirectoryPerson
    let groupIDs: Set<String>
    let applicationIDs: Set<String>
    let clientAppType: ConditionalAccessConditions.ClientAppType
    let contexts: Set<String>
    /// The time of the password; `secondFactorAt` is the time of the second factor.
    let authenticatedAt: Date
    let secondFactorAt: Date?
    let now: Date
    /// Read only if a policy requires terms.
    var acceptedTerms: Set<String> = []
}

extension RegisteredApp {
    var clientAppType: ConditionalAccessConditions.ClientAppType {
        isPublic && spaRedirectURIs.isEmpty ? .mobileAppsAndDesktopClients : .browser
    }
}

extension ConditionalAccessConditions {
    func match(_ signIn: JudgedSignIn) -> Bool {
        users.include(signIn) && applications.include(signIn)
            && (clientAppTypes.contains(.all) || clientAppTypes.contains(signIn.clientAppType))
    }
}

extension ConditionalAccessConditions.Users {
    /// Exclusion has priority.
    fileprivate func include(_ signIn: JudgedSignIn) -> Bool {
        names(excludeUsers, signIn) || !signIn.groupIDs.isDisjoint(with: excludeGroups)
            ? false : names(includeUsers, signIn) || !signIn.groupIDs.isDisjoint(with: includeGroups)
    }

    private func names(_ users: [String], _ signIn: JudgedSignIn) -> Bool {
        users.contains("All") || users.contains(signIn.person.id)
            || signIn.person.userType == .guest && users.contains("GuestsOrExternalUsers")
    }
}

extension ConditionalAccessConditions.Applications {
    /// Exclusion has priority; a policy about contexts applies to nothing else.
    fileprivate func include(_ signIn: JudgedSignIn) -> Bool {
        if !includeAuthenticationContextClassReferences.isEmpty {
            return !signIn.contexts.isDisjoint(with: includeAuthenticationContextClassReferences)
        }
        let left = signIn.applicationIDs.subtracting(excludeApplications)
        return includeApplications.contains("All") ? !left.isEmpty : !left.isDisjoint(with: includeApplications)
    }
}
