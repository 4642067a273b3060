// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import OAuth
import TenantAuthorization
import TenantDirectory

/// The tokens that travel through the browser, for apps that are registered for it.
///
/// OpenID Connect Core §3.2.2.5, §3.3.2.5; a refresh token is never among them (RFC 6749 §4.2.2).
struct FrontChannelTokens: Sendable {
    let platform: PlatformContext

    /// Adds the requested tokens to an answer that may already have a code.
    func append(
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

    /// The token endpoint's answer for the same grant, without a refresh token.
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
