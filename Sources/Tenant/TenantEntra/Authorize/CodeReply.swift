// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import OAuthMessages
import TenantAuthorization
import TenantDirectory

/// Ends a sign-in with the consented scopes: the app gets its code and tokens, or the device is approved.
struct CodeReply: Sendable {
    let platform: PlatformContext

    func answer(
        _ authorize: AuthorizeRequest, member: BrowserSessions.Member, request: Request
    ) async throws -> Response {
        let client = authorize.target.client
        let consent = try platform.consents.consent(of: member.person, to: client)
        var grant = Grant(
            clientID: client.id, personID: member.person.id, scopes: consent.expanding(authorize.scopes),
            authenticatedAt: member.authenticatedAt, secondFactorAt: member.secondFactorAt)
        switch authorize.target {
        case .redirect(let target):
            grant.sessionID = member.sessionID
            grant.claims = authorize.claims
            try await platform.sessions.note(client, signedInBy: member)
            let answer = try await parameters(authorize, grant: grant, to: target.redirect, member: member)
            return RedirectReply(pages: platform.pages).answer(answer, to: target.redirect, request: request)
        case .administrator(let target):
            guard member.person.isAdministrator, let tenant = authorize.target.directory(of: member.person) else {
                throw EntraError.consentMissing(client)
            }
            return RedirectReply(pages: platform.pages).answer(
                [
                    "admin_consent": "True", "tenant": tenant.id,
                    "scope": authorize.scopes.map(\.text).joined(separator: " "),
                ], to: target.redirect, request: request)
        case .device(let target):
            return try await DeviceReply(platform: platform).approve(target, with: grant)
        }
    }

    /// OpenID Connect Core §3.1.2.5, §3.2.2.5, §3.3.2.5.
    private func parameters(
        _ authorize: AuthorizeRequest, grant: Grant, to target: RedirectTarget, member: BrowserSessions.Member
    ) async throws -> FormParameters {
        var answer = FormParameters()
        if authorize.responseType.words.contains(.code) {
            answer.append(
                "code",
                try await platform.grantStore.issueCode(
                    grant, for: authorize, at: target.redirectURI, now: platform.settings.now()))
        }
        if authorize.responseType.isFrontChannel {
            try await appendTokens(to: &answer, authorize, grant: grant, of: member)
        }
        if authorize.wantsClientInfo { answer.append("client_info", ClientInfo(of: member.person).text) }
        answer.append(RedirectTarget.sessionState, member.sessionID ?? platform.settings.random.identifier())
        return answer
    }

    /// Adds tokens to the redirect, but never a refresh token. OpenID Connect Core §3.2.2.5, §3.3.2.5; RFC 6749 §4.2.2
    private func appendTokens(
        to answer: inout FormParameters, _ authorize: AuthorizeRequest, grant: Grant, of member: BrowserSessions.Member
    ) async throws {
        let words = authorize.responseType.words
        var access: TokenReply?
        if words.contains(.token) { access = try await accessToken(authorize, grant: grant) }
        if words.contains(.idToken) {
            answer.append(
                "id_token",
                try await platform.tokens.idToken(
                    for: member.person, grant: grant, nonce: authorize.nonce,
                    hashes: TokenHashes(code: answer["code"], accessToken: access?.accessToken),
                    now: platform.settings.now()))
        }
        guard let access else { return }
        answer.append("access_token", access.accessToken)
        answer.append("token_type", "Bearer")
        answer.append("expires_in", String(access.expiresIn))
        answer.append("scope", access.scope)
    }

    private func accessToken(_ authorize: AuthorizeRequest, grant: Grant) async throws -> TokenReply {
        var online = grant
        online.scopes.removeAll { $0.permission == "offline_access" }
        let client = AuthenticatedClient(app: authorize.target.client, method: .none)
        return try await platform.tokens.reply(
            to: online,
            for: GrantRequest(form: FormParameters(), fields: [:], client: client, selector: authorize.selector),
            asking: nil, severalResources: true, nonce: authorize.nonce, isInAddress: true)
    }
}
