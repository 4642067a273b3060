// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import PageTemplates
import TenantAuthorization
import TenantDirectory

/// The step of a sign-in that applies the policies, and asks for missing proofs.
struct AccessStep: Sendable {
    let platform: PlatformContext

    /// The page for a missing proof or a refusal; `nil` if the sign-in passes.
    func page(
        _ authorize: AuthorizeRequest, as member: BrowserSessions.Member, request: Request
    ) async throws -> Response? {
        let client = authorize.target.client
        do {
            try await AppAssignment(platform: platform).judge(member.person, at: client)
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
            throw finding.map { error($0, authorize, member) } ?? EntraError.secondFactorMissing(authorize)
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

    /// Offers another account, or the way back to the app.
    private func refuse(
        _ authorize: AuthorizeRequest, _ member: BrowserSessions.Member, _ error: EntraError, _ request: Request
    ) throws -> Response {
        guard !authorize.isSilent else { throw error }
        let form = platform.pages.form(authorize, request: request)
        return platform.pages.accessRefused(
            AccessRefusedPage(form: form, person: member.person, reply: ErrorReply(error, settings: platform.settings)),
            for: authorize)
    }
}

extension AuthorizeRequest {
    var isSilent: Bool { prompt.contains("none") }
}

struct AccessRefusedPage {
    let form: SignInForm
    let person: DirectoryPerson
    let reply: ErrorReply

    var values: PageValues {
        var values = form.values
        values["code"] = "AADSTS\(reply.error.number)"
        values["message"] = reply.error.text
        values["hint"] = hint
        values["username"] = person.userPrincipalName
        values["displayName"] = person.displayName
        values["traceID"] = reply.traceID
        values["correlationID"] = reply.correlationID
        values["timestamp"] = reply.timestamp
        return values
    }

    private var hint: String {
        switch reply.error.number {
        case 50105:
            "Ask an administrator to assign the app to you or to one of your groups, or use another account."
        case 53000, 53001: "No device here is managed. Use another account, or have the policy changed."
        default: "Ask an administrator which policy of the directory applies, or use another account."
        }
    }
}

extension Pages {
    func accessRefused(_ page: AccessRefusedPage, for authorize: AuthorizeRequest) -> Response {
        html(
            "access-refused", page.values, status: .forbidden, policy: policy(for: authorize), cookie: page.form.cookie)
    }
}

struct AppAssignment: Sendable {
    let platform: PlatformContext

    func judge(_ person: DirectoryPerson, at client: RegisteredApp) async throws {
        guard client.appRoleAssignmentRequired else { return }
        let groups = try platform.database.groups(of: person)
        guard client.isAssigned(Set(groups.map(\.id)).union([person.id])) else {
            throw EntraError.notAssigned(person, to: client)
        }
    }
}
