// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import TenantAuthorization
import TenantCustomers
import TenantDirectory
import TenantEntra

struct ExternalIDGrants: Sendable {
    let platform: PlatformContext
    let place: ResolvedUserFlow
    let request: GrantRequest

    private var client: RegisteredApp { request.client.app }

    /// Redeems a code. RFC 6749 §4.1.3, RFC 7636 §4.6
    func redeemCode() async throws -> TokenReply {
        let code = try request.form.required("code")
        let redirectURI = try request.form.required("redirect_uri")
        guard RedirectURI(redirectURI) != nil else { throw EntraError.noAbsoluteURI("redirect_uri") }
        let row = try await platform.userFlowGrantStore.redeem(code: code, by: client.id, now: platform.settings.now())
        {
            try request.checkRedeemer(isSinglePage: $0.isSinglePage == true)
        }
        guard row.binding?.redirectURI.isSameSecret(as: redirectURI) == true else { throw EntraError.redirectChanged }
        try check(row.grant)
        try CodeGrant.check(
            try request.form.once("code_verifier"), against: row.binding?.challenge,
            isSinglePage: row.grant.isSinglePage == true)
        let asked = try request.scope()
        guard asked?.isEmpty != true else { throw EntraError.emptyScope }
        return try await reply(to: row.grant, asking: asked, severalResources: false, nonce: row.grant.nonce)
    }

    /// Returns new tokens for a refresh token, which is valid for all APIs with consent. RFC 6749 §6
    func refresh() async throws -> TokenReply {
        let row = try await platform.userFlowGrantStore.refreshToken(
            try request.form.required("refresh_token"), of: client.id)
        try check(row.grant)
        let settings = place.flow.tokens
        let end = row.end(within: settings.slidingWindow)
        guard end > platform.settings.now() else {
            guard row.grant.refreshTokensEndAt != nil else {
                throw EntraError.refreshTokenInactive(since: row.issuedAt, for: settings.refreshTokenLifetime)
            }
            let lifetime = platform.database.lifetimes[.customerSinglePage]
            throw EntraError.singlePageTokenExpired(issuedAt: end - lifetime, lasting: lifetime)
        }
        // OpenID Connect Core §12.2: a refreshed ID token should not carry the nonce.
        return try await reply(to: row.grant, asking: try request.scope(), severalResources: true, nonce: nil)
    }

    /// Without `asked`, the scopes of the sign-in apply; `severalResources` puts the first API into the token.
    func reply(
        to grant: UserFlowGrant, asking asked: String?, severalResources: Bool, nonce: String?
    ) async throws -> TokenReply {
        let customer = try await customer(of: grant)
        let resolution = ExternalIDScopeResolution(
            apps: try await platform.database.apps(), client: client, tenantName: place.tenant.id)
        var narrowed = grant
        if let asked, !asked.isEmpty {
            narrowed.scopes = try resolution.resolve(
                asked, severalResources: severalResources, among: grant.scopes.openIDConnect)
        } else {
            try resolution.check(grant.scopes)
        }
        let issuer = ExternalIDTokenIssuer(platform: platform, place: place, customer: customer)
        var reply = TokenReply(
            scope: narrowed.scopes.text, expiresIn: issuer.lifetime,
            accessToken: try await issuer.accessToken(narrowed, for: request.client))
        if narrowed.scopes.wantsRefreshToken {
            reply.refreshToken = try await platform.userFlowGrantStore.issueRefreshToken(
                grant, now: platform.settings.now(), lifetime: place.flow.tokens.refreshTokenLifetime
            ).token
        }
        if narrowed.scopes.wantsIDToken { reply.idToken = try issuer.idToken(narrowed, nonce: nonce) }
        if request.form["client_info"] == "1" {
            reply.clientInfo = ClientInfo(uid: customer.id, utid: place.tenant.id).text
        }
        return reply
    }

    private func check(_ grant: UserFlowGrant) throws {
        guard grant.tenantID == place.tenant.id, place.flow.isNamed(grant.flow) else { throw EntraError.unknownGrant }
        try request.checkRedeemer(isSinglePage: grant.isSinglePage == true)
    }

    private func customer(of grant: UserFlowGrant) async throws -> Customer {
        guard let customer = try await platform.customers(of: place.tenant).customer(id: grant.customerID) else {
            throw EntraError.unknownGrant
        }
        guard customer.accountEnabled else { throw EntraError.accountDisabled }
        guard !grant.isOver(for: customer) else {
            throw EntraError.grantRevoked(
                grantedAt: grant.authenticatedAt, validFrom: customer.grantsEndedAt ?? grant.authenticatedAt)
        }
        return customer
    }

    func onBehalfOfCustomer() async throws -> TokenReply {
        let use = try request.form.required("requested_token_use")
        guard use == "on_behalf_of" else { throw EntraError.badParameter("requested_token_use", use) }
        let text = try request.form.required("assertion")
        guard request.client.method != .none else { throw EntraError.secretMissing }
        let scope = try request.requiredScope().text
        let client = request.client.app
        let assertion = try UserAssertion(text, at: platform)
        try assertion.check(for: client, now: platform.settings.now())
        guard assertion.tenantID == place.tenant.id else { throw EntraError.unknownGrant }
        let resolution = ExternalIDScopeResolution(
            apps: try await platform.database.apps(), client: client, tenantName: place.tenant.id)
        let grant = UserFlowGrant(
            tenantID: place.tenant.id, flow: place.flow.name, clientID: client.id, customerID: assertion.personID,
            scopes: try resolution.resolve(scope, severalResources: false), nonce: nil,
            signedInAt: assertion.signIn.authenticatedAt,
            secondFactorAt: assertion.signIn.secondFactorAt)
        return try await reply(to: grant, asking: nil, severalResources: false, nonce: nil)
    }
}
