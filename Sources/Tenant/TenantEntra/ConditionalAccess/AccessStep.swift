// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import OAuth
import TenantAuthorization
import TenantDirectory

/// The step of a sign-in that decides whether the person may use the app, and asks for missing proofs.
struct AccessStep: Sendable {
    let platform: PlatformContext

    /// The page for a missing proof or a refusal; `nil` if the sign-in passes.
    ///
    /// - Throws: ``EntraError`` if a page is missing that may not be shown.
    func page(
        _ authorize: AuthorizeRequest, as member: BrowserSessions.Member, request: Request
    ) async throws -> Response? {
        let client = authorize.target.client
        do {
            try await AppAssignment(platform: platform).judge(member.person, at: client)
        } catch let error as EntraError {
            return try refuse(authorize, member, error, request)
        }
        let groups = try await platform.database.groups(of: member.person)
        let signIn = try signIn(authorize, member, groupIDs: Set(groups.map(\.id)))
        guard let finding = try await ConditionalAccess(platform: platform).finding(about: signIn) else {
            return member.lacksSecondFactor ? try await secondFactor(authorize, member, nil, request) : nil
        }
        switch finding.demand {
        case .secondFactor: return try await secondFactor(authorize, member, finding, request)
        case .passwordChange where !authorize.isSilent:
            return PasswordChange(platform: platform).ask(
                authorize, of: member.person, error: "Your organization asks you to choose a new password.",
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

    /// Refuses on a page, which leads to another account or back to the app.
    private func refuse(
        _ authorize: AuthorizeRequest, _ member: BrowserSessions.Member, _ error: EntraError, _ request: Request
    ) throws -> Response {
        guard !authorize.isSilent else { throw error }
        let form = platform.pages.form(authorize, request: request)
        return platform.pages.accessRefused(
            AccessRefusedPage(
                form: form, person: member.person, reply: ErrorReply(error, settings: platform.settings)),
            for: authorize)
    }
}

extension AuthorizeRequest {
    /// Whether the request forbids pages.
    var isSilent: Bool { prompt.contains("none") }
}
