// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth
import TenantAuthorization
import TenantEntra

/// The parameters of an External ID redirect beside the code, in the order of Entra ID.
struct ExternalIDAnswer: Sendable {
    let platform: PlatformContext
    let authorize: UserFlowRequest
    let member: CustomerSessions.Member

    /// Adds them to a response that may already have a code. OpenID Connect Core §3.2.2.5, §3.3.2.5
    func append(to answer: inout FormParameters, of grant: UserFlowGrant) async throws {
        try await appendTokens(to: &answer, of: grant)
        if authorize.wantsClientInfo {
            answer.append("client_info", ClientInfo(of: member.customer, at: authorize.place).text)
        }
        answer.append(
            RedirectTarget.sessionState, platform.keys.sessionID(of: member.customer.id, since: member.authenticatedAt))
    }

    private func appendTokens(to answer: inout FormParameters, of grant: UserFlowGrant) async throws {
        let words = authorize.responseType.words
        let issuer = ExternalIDTokenIssuer(platform: platform, place: authorize.place, customer: member.customer)
        var accessToken: String?
        if words.contains(.token) {
            let client = AuthenticatedClient(app: authorize.target.client, method: .none)
            accessToken = try await issuer.accessToken(grant, for: client)
        }
        if words.contains(.idToken) {
            let hashes = TokenHashes(code: answer["code"], accessToken: accessToken)
            answer.append("id_token", try issuer.idToken(grant, nonce: grant.nonce, hashes: hashes))
        }
        guard let accessToken else { return }
        answer.append("access_token", accessToken)
        answer.append("token_type", "Bearer")
        answer.append("expires_in", String(issuer.lifetime))
        // A refresh token is never sent in a redirect. RFC 6749 §4.2.2
        let told = ScopeSet(text: grant.scopes.text).scopes.filter { $0 != "offline_access" }
        answer.append("scope", told.joined(separator: " "))
    }
}
