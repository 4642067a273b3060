// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth
import TenantAuthorization
import TenantDirectory

extension TokenIssuer {
    /// Answers with the tokens of a grant.
    ///
    /// - Parameters:
    ///   - grant: What the person allowed at sign-in.
    ///   - request: What the client sent.
    ///   - asked: The request's `scope`; without one, what was asked for at sign-in.
    ///   - severalResources: Whether scopes of several APIs may stand beside each other; the first one wins then.
    ///   - nonce: What ties the ID token to the request.
    ///   - isInAddress: Whether the tokens travel in an address and must not be long.
    /// - Returns: What the token endpoint writes.
    /// - Throws: ``EntraError``.
    func reply(
        to grant: Grant, for request: GrantRequest, asking asked: String?, severalResources: Bool, nonce: String?,
        isInAddress: Bool = false
    ) async throws -> TokenReply {
        let client = request.client.app
        let person = try await GrantJudge(platform: platform).person(of: grant, for: request)
        let scopes = try await self.scopes(grant, asking: asked, of: person, client: client, at: request.selector)
        let (api, permissions) = try await resource(of: scopes, severalAllowed: severalResources)
        let claims = try ClaimsParameter(grant.claims).merging(ClaimsParameter(try request.form.once("claims")))
        try await ConditionalAccess(platform: platform).judge(
            person, app: client, resource: api, grant: grant, asked: claims,
            isPassword: request.form["grant_type"] == "password", now: platform.settings.now())
        let names = Set(scopes.filter { $0.apiID == nil }.map(\.value))
        let now = platform.settings.now()
        let lifetime = try self.lifetime(for: request, grant)
        var reply = TokenReply(
            scope: (permissions + scopes.filter { $0.apiID == nil }).map(\.text).joined(separator: " "),
            expiresIn: lifetime,
            accessToken: try await accessToken(
                for: person, grant: grant, client: request.client, api: api,
                scopes: permissions.isEmpty
                    ? scopes.filter { $0.value != "offline_access" } : permissions.filter { !$0.isDefault },
                lifetime: lifetime, isInAddress: isInAddress, request: claims, now: now))
        if names.contains("offline_access") {
            reply.refreshToken = try await platform.ledger.issueRefreshToken(grant, now: now)
        }
        if names.contains("openid") {
            reply.idToken = try await idToken(for: person, grant: grant, nonce: nonce, request: claims, now: now)
        }
        if request.form["client_info"] == "1" { reply.clientInfo = ClientInfo(of: person).text }
        return reply
    }

    /// Seconds for which an access token is good: a day, where its client asks for another one when it is refused.
    func lifetime(for request: GrantRequest, _ grant: Grant? = nil) throws -> Int {
        try request.understandsRevocation(grant) ? 86_399 : lifetime()
    }

    /// What the tokens are for: consent is looked up each time, for it may have been taken back.
    private func scopes(
        _ grant: Grant, asking asked: String?, of person: DirectoryPerson, client: RegisteredApp,
        at selector: TenantSelector
    ) async throws -> [ResolvedScope] {
        var scopes = grant.scopes
        if let asked, !asked.isEmpty {
            // A permission may be asked for later, if it was consented to; what OpenID Connect names only if granted.
            scopes = try await platform.scopeResolution(at: selector).resolve(ScopeSet(text: asked))
                .filter { $0.apiID != nil || grant.scopes.contains($0) }
        }
        let consent = try await platform.consents.consent(of: person, to: client)
        guard scopes.allSatisfy(consent.covers) else { throw EntraError.consentMissing(client) }
        return consent.expanding(scopes)
    }

    /// The one API of the tokens.
    ///
    /// Where none is named, the access token is for Microsoft Graph's own profile.
    private func resource(
        of scopes: [ResolvedScope], severalAllowed: Bool
    ) async throws -> (RegisteredApp, [ResolvedScope]) {
        let permissions = scopes.filter { $0.apiID != nil }
        let apiID = permissions.first?.apiID ?? RegisteredApp.graphID
        guard severalAllowed || permissions.allSatisfy({ $0.apiID == apiID }) else { throw EntraError.severalResources }
        guard let api = try await platform.database.app(apiID) else {
            throw EntraError.unknownResource(apiID, tenant: "")
        }
        return (api, permissions.filter { $0.apiID == apiID })
    }
}
