// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import TenantAuthorization
package import TenantDirectory

extension TokenIssuer {
    /// Issues the tokens of a grant.
    ///
    /// Without `asked`, the scopes of the sign-in apply. `severalResources` puts the first API into the token. With
    /// `isInAddress`, the tokens are part of a URL and must be short.
    func reply(
        to grant: Grant, for request: GrantRequest, asking asked: String?, severalResources: Bool, nonce: String?,
        isInAddress: Bool = false
    ) async throws -> TokenReply {
        let client = request.client.app
        let person = try await GrantJudge(platform: platform).person(of: grant, for: request)
        let scopes = try await self.scopes(grant, asking: asked, of: person, client: client, at: request.selector)
        try await platform.scopeResolution(at: request.selector)
            .check(resource: request.form["resource"], against: scopes)
        let (api, permissions) = try await resource(of: scopes, severalAllowed: severalResources)
        let claims = try ClaimsParameter(grant.claims).merging(ClaimsParameter(try request.form.once("claims")))
        try await ConditionalAccess(database: platform.database).judge(
            person, app: client, resource: api, grant: grant, asked: claims,
            isPassword: request.form["grant_type"] == "password", now: platform.settings.now())
        let names = Set(scopes.filter { $0.apiID == nil }.map(\.value))
        let now = platform.settings.now()
        let lifetime = try self.lifetime(for: request, grant, at: api)
        var reply = TokenReply(
            scope: (permissions + scopes.filter { $0.apiID == nil }).map(\.text).joined(separator: " "),
            expiresIn: lifetime,
            accessToken: try await accessToken(
                for: person, grant: grant, client: request.client, api: api,
                scopes: permissions.isEmpty
                    ? scopes.filter { $0.value != "offline_access" } : permissions.filter { !$0.isDefault },
                lifetime: lifetime, isInAddress: isInAddress, request: claims, now: now))
        if names.contains("offline_access") {
            reply.refreshToken = try await platform.grantStore.issueRefreshToken(grant, now: now)
        }
        if names.contains("openid") {
            reply.idToken = try await idToken(for: person, grant: grant, nonce: nonce, request: claims, now: now)
        }
        if request.form["client_info"] == "1" { reply.clientInfo = ClientInfo(of: person).text }
        return reply
    }

    /// In seconds: a day if the client and the API handle early revocation.
    func lifetime(for request: GrantRequest, _ grant: Grant? = nil, at api: RegisteredApp) throws -> Int {
        let understandsRevocation = try request.understandsRevocation(grant)
        return understandsRevocation && api.readsClientCapabilities
            ? platform.database.lifetimes.seconds(.entraRevocableAccessToken) : lifetime()
    }

    /// Checks consent each time, because it may have been revoked.
    private func scopes(
        _ grant: Grant, asking asked: String?, of person: DirectoryPerson, client: RegisteredApp,
        at selector: TenantSelector
    ) async throws -> [ResolvedScope] {
        var scopes = grant.scopes
        if let asked, !asked.isEmpty {
            // A client may request further permissions with consent, but OpenID Connect scopes only if granted.
            scopes = try await platform.scopeResolution(at: selector).resolve(ScopeSet(text: asked))
                .filter { $0.apiID != nil || grant.scopes.contains($0) }
        }
        let consent = try platform.consents.consent(of: person, to: client)
        guard scopes.allSatisfy(consent.covers) else { throw EntraError.consentMissing(client) }
        return consent.expanding(scopes)
    }

    /// Without an API in the scopes, the access token is for the profile at Microsoft Graph.
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

/// The response of the token endpoint. RFC 6749 §5.1, OpenID Connect Core §3.1.3.3
package struct TokenReply: Sendable {
    let tokenType = "Bearer"
    /// `nil` for an app without a person.
    package let scope: String?
    /// In seconds.
    package let expiresIn: Int
    package let accessToken: String
    package var refreshToken: String?
    package var idToken: String?
    /// The account's ids in MSAL's form.
    package var clientInfo: String?

    package init(scope: String?, expiresIn: Int, accessToken: String) {
        (self.scope, self.expiresIn, self.accessToken) = (scope, expiresIn, accessToken)
    }

    /// The members have the order of the real service.
    package var json: OrderedJSON {
        var members: [(String, OrderedJSON)] = [("token_type", .string(tokenType))]
        if let scope { members.append(("scope", .string(scope))) }
        members += [("expires_in", .integer(expiresIn)), ("ext_expires_in", .integer(expiresIn))]
        // Clients refresh tokens with a long lifetime at half of it, to get changes early.
        if expiresIn >= 7200 { members.append(("refresh_in", .integer(expiresIn / 2))) }
        for (name, text) in [
            ("access_token", accessToken), ("refresh_token", refreshToken), ("id_token", idToken),
            ("client_info", clientInfo),
        ] {
            if let text { members.append((name, .string(text))) }
        }
        return .object(members)
    }
}
