// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import PageTemplates
import TenantAuthorization
import TenantDirectory

struct AccessStep: Sendable {
    let platform: PlatformContext

    /// The page for a missing proof or a refusal; `nil` if the sign-in passes.
    func page(
        _ authorize: AuthorizeRequest, as member: BrowserSessions.Member, request: Request
    ) async throws -> Response? {
        let client = authorize.target.client
        do {
            try client.checkAssignment(of: member.person, in: platform.database)
        } catch let error as EntraError {
            return try refuse(authorize, member, error, request)
        }
        let groups = try platform.database.groups(of: member.person)
        let signIn = try signIn(authorize, member, groupIDs: Set(groups.map(\.id)))
        guard let finding = try await ConditionalAccess(database: platform.database).finding(about: signIn) else {
            return member.lacksSecondFactor ? try await secondFactor(authorize, member, nil, request) : nil
        }
        switch finding.demand {
        case .termsOfUse where member.lacksSecondFactor: return try await secondFactor(authorize, member, nil, request)
        case .termsOfUse(let agreement) where !authorize.isSilent:
            return try await TermsOfUse(platform: platform).ask(agreement, authorize, of: member, request: request)
        case .secondFactor: return try await secondFactor(authorize, member, finding, request)
        case .passwordChange where !authorize.isSilent:
            return PasswordChange(platform: platform).ask(
                authorize, of: member.person, error: "Your organization requires a new password.",
                request: request)
        case .newSignIn where !authorize.isSilent:
            return try await platform.pages.password(authorize, person: member.person, request: request)
        case .newSignIn: throw EntraError.sessionTooOld
        default: return try refuse(authorize, member, error(finding, authorize, member), request)
        }
    }

    private func signIn(
        _ authorize: AuthorizeRequest, _ member: BrowserSessions.Member, groupIDs: Set<String>
    ) throws -> JudgedSignIn {
        let apis = authorize.scopes.compactMap(\.apiID)
        let asked = try ClaimsParameter(authorize.claims)
        let client = authorize.target.client
        return JudgedSignIn(
            person: member.person, groupIDs: groupIDs,
            applicationIDs: Set([client.id] + (apis.isEmpty ? [RegisteredApp.graphID] : apis)),
            clientAppType: client.clientAppType, contexts: Set(asked.authenticationContexts),
            authenticatedAt: member.authenticatedAt, secondFactorAt: member.secondFactorAt, now: platform.settings.now()
        )
    }

    private func secondFactor(
        _ authorize: AuthorizeRequest, _ member: BrowserSessions.Member, _ finding: ConditionalAccess.Finding?,
        _ request: Request
    ) async throws -> Response {
        if authorize.isSilent {
            guard member.person.secondFactorPhone != nil else {
                throw EntraError.enrolmentMissing(clientID: authorize.target.client.id, isSilentSignIn: true)
            }
            throw error(
                finding ?? ConditionalAccess.Finding(demand: .secondFactor(isExpired: false)), authorize, member)
        }
        return member.person.secondFactorPhone == nil
            ? SecondFactorEnrolment(platform: platform).ask(authorize, of: member, request: request)
            : try await SecondFactor(platform: platform).ask(authorize, of: member, request: request)
    }

    private func error(
        _ finding: ConditionalAccess.Finding, _ authorize: AuthorizeRequest, _ member: BrowserSessions.Member
    ) -> EntraError {
        EntraError(
            finding, of: member.person, client: authorize.target.client, signedInAt: member.authenticatedAt,
            contexts: [])
    }

    private func refuse(
        _ authorize: AuthorizeRequest, _ member: BrowserSessions.Member, _ error: EntraError, _ request: Request
    ) throws -> Response {
        guard !authorize.isSilent else { throw error }
        let form = platform.pages.form(authorize, request: request)
        let reply = ErrorReply(error, settings: platform.settings)
        let values: PageValues = [
            "code": "AADSTS\(error.number)", "message": error.text, "hint": hint(about: error),
        ]
        return platform.pages.html(
            "access-refused", form, values.merging(reply.trace), of: member.person, status: .forbidden)
    }

    private func hint(about error: EntraError) -> String {
        switch error.number {
        case 50105:
            "Ask an administrator to assign the app to you or to one of your groups, or use another account."
        case 53000, 53001: "No device here is managed. Use another account, or have the policy changed."
        default: "Ask an administrator which policy of the directory applies, or use another account."
        }
    }
}

extension AuthorizeRequest {
    var isSilent: Bool { prompt.contains("none") }
}

extension RegisteredApp {
    func checkAssignment(of person: DirectoryPerson, in database: TenantDatabase) throws {
        guard appRoleAssignmentRequired else { return }
        let groups = try database.groups(of: person)
        guard isAssigned(Set(groups.map(\.id)).union([person.id])) else {
            throw EntraError.notAssigned(person, to: self)
        }
    }
}
