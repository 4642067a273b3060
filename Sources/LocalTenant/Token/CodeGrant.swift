// SPDX-License-Identifier: Apache-2.0
import OAuth

/// Redeems a code.
///
/// RFC 6749 §4.1.3, RFC 7636 §4.6
struct CodeGrant: Sendable {
    let platform: IdentityPlatform

    func answer(_ form: FormParameters, client: RegisteredApp, at selector: TenantSelector) async throws -> TokenReply {
        let code = try form.required("code")
        let redirectURI = try form.required("redirect_uri")
        let row = try await platform.ledger.redeem(code: code)
        guard row.grant.clientID == client.id else { throw EntraError.unknownGrant }
        guard row.expiresAt > platform.settings.now() else { throw EntraError.grantExpired }
        guard row.redirectURI == redirectURI else { throw EntraError.redirectChanged }
        try check(row.challenge, verifier: try form.once("code_verifier"))
        let asked = try form.once("scope")
        do {
            return try await platform.tokens.reply(
                to: row.grant, asking: asked, severalResources: asked == nil, nonce: row.nonce, client: client,
                at: selector)
        } catch let error as EntraError where error == .wrongTenant {
            throw EntraError.codeOfOtherTenant
        }
    }

    private func check(_ challenge: CodeChallenge?, verifier: String?) throws {
        guard let challenge else { return }
        guard let verifier else { throw EntraError.verifierMissing }
        guard let key = ProofKey(verifier: verifier), challenge.isProved(by: key) else {
            throw EntraError.verifierMismatch
        }
    }
}
