// SPDX-License-Identifier: Apache-2.0
import Foundation
import TenantAuthorization
import TenantDirectory

/// Judges sign-ins and requests for tokens by the policies of the person's directory.
struct ConditionalAccess: Sendable {
    /// What is not met, and the policy that demands it; security defaults and authentication contexts are none.
    struct Finding: Sendable, Hashable {
        let demand: AccessDemand
        var policyID: String?
    }

    let platform: PlatformContext

    /// Refuses tokens where a policy is not met.
    ///
    /// - Parameters:
    ///   - person: Whose tokens.
    ///   - app: The app that asks.
    ///   - resource: The API that they are for.
    ///   - grant: What stands for the sign-in.
    ///   - asked: What the app asks the tokens to say; what it asked at sign-in if `nil`.
    ///   - isPassword: Whether the app sent the password itself.
    ///   - now: The time.
    /// - Throws: ``EntraError`` (50076, 50078, 50079, 50142, 50158, 53000 to 53003, 530035, 70043), with the claims
    ///   challenge that the app must answer.
    func judge(
        _ person: DirectoryPerson, app: RegisteredApp, resource: RegisteredApp, grant: Grant,
        asked: ClaimsParameter? = nil, isPassword: Bool = false, now: Date
    ) async throws {
        let request = try asked ?? ClaimsParameter(grant.claims)
        let signIn = JudgedSignIn(
            person: person, groupIDs: Set(try await platform.database.groups(of: person).map(\.id)),
            applicationIDs: [app.id, resource.id], clientAppType: isPassword ? .other : app.clientAppType,
            contexts: Set(request.authenticationContexts), authenticatedAt: grant.authenticatedAt,
            secondFactorAt: grant.secondFactorAt, now: now)
        guard let finding = try await finding(about: signIn) else { return }
        throw EntraError(
            finding, of: person, client: app, signedInAt: grant.authenticatedAt, contexts: signIn.contexts.sorted())
    }

    /// The gravest demand that a sign-in does not meet; `nil` if it passes.
    func finding(about signIn: JudgedSignIn) async throws -> Finding? {
        let database = platform.database
        var findings = try await database.enabledPolicies(of: signIn.person.tenantID)
            .filter { $0.conditions.match(signIn) }
            .compactMap { policy in
                policy.unmetDemand(of: signIn).map { Finding(demand: $0, policyID: policy.id) }
            }
        let hasDefaults = try await database.tenant(signIn.person.tenantID)?.isSecurityDefaultsEnabled ?? false
        if hasDefaults, signIn.clientAppType == .other { findings.append(Finding(demand: .noPasswordsInApps)) }
        // What an API steps up for needs a second factor, whatever else policies say about the context.
        if hasDefaults || !signIn.contexts.isEmpty, signIn.secondFactorAt == nil {
            findings.append(Finding(demand: .secondFactor(isExpired: false)))
        }
        return findings.min { $0.demand < $1.demand }
    }
}
