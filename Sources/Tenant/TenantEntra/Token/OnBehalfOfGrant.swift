// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages
package import PortableFoundation
package import TenantAuthorization
package import TenantDirectory

/// No page can ask for consent, so the person or an administrator must have consented before.
struct OnBehalfOfGrant: Sendable {
    let platform: PlatformContext

    func answer(_ request: GrantRequest) async throws -> TokenReply {
        let use = try request.form.required("requested_token_use")
        guard use == "on_behalf_of" else { throw EntraError.badParameter("requested_token_use", use) }
        let text = try request.form.required("assertion")
        guard request.client.method != .none else { throw EntraError.secretMissing }
        let scope = try request.requiredScope()
        let assertion = try UserAssertion(text, at: platform)
        try assertion.check(for: request.client.app, now: platform.settings.now())
        guard let person = try await platform.database.person(assertion.personID, in: assertion.tenantID) else {
            throw EntraError.unknownGrant
        }
        let scopes = try await platform.scopeResolution(at: request.selector).resolve(scope)
        let grant = Grant(
            clientID: request.client.app.id, personID: person.id, scopes: scopes,
            authenticatedAt: assertion.signIn.authenticatedAt, secondFactorAt: assertion.signIn.secondFactorAt)
        return try await platform.tokens.reply(
            to: grant, for: request, asking: nil, severalResources: false, nonce: nil)
    }
}

/// A person's access token, which the called API sends to get another one. RFC 7523 §2.1
package struct UserAssertion: Sendable {
    package let personID: String
    package let tenantID: String
    /// Without a note in the token: the token's time, and no second factor.
    package let signIn: SealedSignIn
    private let audience: String
    private let expiresAt: Date

    package init(_ text: String, at platform: PlatformContext) throws {
        let keys = platform.keys
        guard let token = try? UnverifiedJWS(text, accepting: [.rs256]) else {
            throw EntraError.userAssertionSignature("The assertion is not a signed token.")
        }
        guard let key = keys.publicKey(for: token.header) else {
            throw EntraError.userAssertionSignature("The key was not found.")
        }
        guard let verified = try? token.verified(with: key),
            let claims = try? StrictJSON.object(in: verified.payload)
        else {
            throw EntraError.userAssertionSignature(
                "The provided signature value did not match the expected signature value.")
        }
        guard let appID = claims["azp"]?.string ?? claims["appid"]?.string else { throw EntraError.idTokenAsAssertion }
        guard claims["scp"]?.string != nil else { throw EntraError.appTokenAsAssertion(appID) }
        guard let personID = claims["oid"]?.string, let tenantID = claims["tid"]?.string,
            let audience = claims["aud"]?.string, let end = claims["exp"]?.numericDate,
            let begin = claims["iat"]?.numericDate
        else { throw EntraError.userAssertionSignature("The assertion does not identify a user.") }
        // Other services of this tenant sign with the same keys. RFC 7523 §3
        let issuers = [true, false].map { platform.tokens.issuer(of: tenantID, isVersion2: $0) }
        guard let issuer = claims["iss"]?.string, issuers.contains(issuer) else {
            throw EntraError.userAssertionSignature("The issuer is not the directory's.")
        }
        self.personID = personID
        self.tenantID = tenantID
        self.audience = audience
        expiresAt = end
        signIn =
            claims["aio"]?.string.flatMap { SealedSignIn($0, with: keys.noteKey) }
            ?? SealedSignIn(authenticatedAt: begin, secondFactorAt: nil)
    }

    package func check(for client: RegisteredApp, now: Date) throws {
        guard expiresAt > now else { throw EntraError.userAssertionExpired(at: expiresAt, now: now) }
        guard audience == client.id || audience == client.identifierURI else {
            throw EntraError.userAssertionAudience(audience, client: client)
        }
    }
}
