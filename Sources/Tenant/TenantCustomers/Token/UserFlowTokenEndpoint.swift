// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import PortableFoundation
import TenantAuthorization
import TenantDirectory

/// The token endpoint of Azure AD B2C's user flows. RFC 6749 §3.2
struct UserFlowTokenEndpoint: Sendable {
    let routing: UserFlowRouting

    private var platform: PlatformContext { routing.platform }

    func answer() async throws -> Response {
        var correlationID = CorrelationID(in: routing.request.headers)
        do {
            let form = try await routing.form()
            // Some libraries send the correlation id as a form field.
            correlationID = correlationID ?? CorrelationID(in: form)
            let place = try routing.place(form)
            return try await answer(form, at: place)
        } catch {
            guard let error = UserFlowError(answering: error) else { throw error }
            return try UserFlowErrorReply(error, settings: platform.settings, correlationID: correlationID).json()
        }
    }

    private func answer(_ form: FormParameters, at place: ResolvedUserFlow) async throws -> Response {
        let form = try form.withoutEmpty(but: ["scope"])
        let type = try form.required("grant_type")
        let client = try await client(form, at: place)
        switch (type, place.flow.kind) {
        case ("password", .resourceOwnerPassword):
            try client.check(isSinglePage: false)
            let passwordGrant = UserFlowPasswordGrant(platform: platform, place: place, client: client.app)
            let (grant, customer) = try await passwordGrant.grant(form)
            return try await tokens(of: grant, for: customer, at: place, form, isRefresh: false)
        case ("authorization_code", _), ("refresh_token", _):
            let row = try await row(of: form, type, client: client, at: place)
            let customer = try await customer(of: row, at: place)
            let granted = ScopeSet(text: row.grant.scopes.text).scopes
            let asked = ScopeSet(text: try form.once("scope") ?? "").scopes
            if let scope = asked.first(where: { !granted.contains($0) }) { throw UserFlowError.scopeNotGranted(scope) }
            return try await tokens(of: row.grant, for: customer, at: place, form, isRefresh: row.binding == nil)
        default: throw UserFlowError.unsupportedGrant(type)
        }
    }

    private func tokens(
        of grant: UserFlowGrant, for customer: Customer, at place: ResolvedUserFlow, _ form: FormParameters,
        isRefresh: Bool
    ) async throws -> Response {
        var reply = try UserFlowTokenIssuer(platform: platform, place: place, customer: customer)
            .reply(to: grant, isRefresh: isRefresh, wantsClientInfo: try form.once("client_info") == "1")
        if grant.scopes.wantsRefreshToken {
            let now = platform.settings.now()
            let issued = try await platform.userFlowGrantStore.issueRefreshToken(
                grant, now: now, lifetime: place.flow.tokens.refreshTokenLifetime)
            reply.refreshToken = issued.token
            reply.refreshTokenExpiresIn = issued.endsAt.seconds - now.seconds
        }
        return JSONReply.make(reply.json)
    }

    private func row(
        of form: FormParameters, _ type: String, client: AuthenticatedClient, at place: ResolvedUserFlow
    ) async throws -> UserFlowGrantRow {
        let now = platform.settings.now()
        let row: UserFlowGrantRow
        if type == "authorization_code" {
            let (code, redirectURI) = (try form.required("code"), try form.required("redirect_uri"))
            try await refuseOtherProtocol(code)
            row = try await platform.userFlowGrantStore.redeem(code: code, by: client.app.id, now: now) {
                try client.check(isSinglePage: $0.isSinglePage == true)
            }
            try row.binding?.check(redirectURI: redirectURI, verifier: try form.once("code_verifier"))
        } else {
            let token = try form.required("refresh_token")
            try await refuseOtherProtocol(token)
            row = try await platform.userFlowGrantStore.refreshToken(token, of: client.app.id)
            try client.check(isSinglePage: row.grant.isSinglePage == true)
            let end = row.end(within: place.flow.tokens.slidingWindow)
            guard end > now else {
                throw UserFlowError.expired(
                    issuedAt: row.issuedAt, expiredAt: end, now: now, isWindow: end < row.expiresAt)
            }
        }
        guard row.grant.tenantID == place.tenant.id else { throw UserFlowError.otherClient }
        guard place.flow.isNamed(row.grant.flow) else {
            throw UserFlowError.otherFlow(row.grant.flow, expected: place.flow)
        }
        return row
    }

    private func refuseOtherProtocol(_ secret: String) async throws {
        if try await platform.database.isGrantOfEntraID(secret) { throw UserFlowError.otherProtocol }
    }

    private func customer(of row: UserFlowGrantRow, at place: ResolvedUserFlow) async throws -> Customer {
        guard let customer = try await platform.customers(of: place.tenant).customer(id: row.grant.customerID) else {
            throw UserFlowError.customerGone
        }
        RefusalNote.about(person: customer.email)
        guard customer.accountEnabled else { throw UserFlowError.locked }
        guard !row.grant.isOver(for: customer) else { throw UserFlowError.revoked }
        return customer
    }

    /// A page can keep no secret, even if its app has one elsewhere, so a request with `Origin` may omit the secret.
    private func client(_ form: FormParameters, at place: ResolvedUserFlow) async throws -> AuthenticatedClient {
        let presented = try ClientCredentials(form, routing.request.headers)
        guard let id = presented.id else { throw UserFlowError.missingParameter("client_id") }
        guard let client = try await platform.database.app(id), client.tenantID == place.tenant.id else {
            throw UserFlowError.unknownClient(id, tenant: place.tenant.domain)
        }
        RefusalNote.about(app: client.id)
        guard client.isEnabled else { throw UserFlowError.appDisabled(client, tenant: place.tenant.domain) }
        // NXOAuth2Client sends an empty secret for a public client, and the real service accepts it.
        switch (client.isPublic, presented.secret.isEmpty) {
        case (true, true): return AuthenticatedClient(app: client, method: .none)
        case (true, false): throw UserFlowError.secretFromPublicClient
        case (false, true):
            guard routing.request.headers[.origin] != nil else { throw UserFlowError.secretMissing }
            return AuthenticatedClient(app: client, method: .none)
        case (false, false):
            guard let credential = client.credential(of: presented.secret),
                credential.endsAt.map({ $0 > platform.settings.now() }) ?? true
            else { throw UserFlowError.wrongSecret(client) }
            return AuthenticatedClient(app: client, method: .secret)
        }
    }
}

extension AuthenticatedClient {
    /// Refuses a confidential app without its secret, except for a grant that was issued to one of its pages.
    fileprivate func check(isSinglePage: Bool) throws {
        guard method != .none || app.isPublic || isSinglePage else { throw UserFlowError.secretMissing }
    }
}

extension UserFlowGrantRow.CodeBinding {
    /// RFC 6749 §4.1.3, RFC 7636 §4.6.
    fileprivate func check(redirectURI: String, verifier: String?) throws {
        guard self.redirectURI.isSameSecret(as: redirectURI) else {
            throw UserFlowError.unusableGrant(
                "The redirect URI '\(redirectURI)' differs from that of the authorization request.")
        }
        guard let challenge else {
            // An attacker may have removed the challenge from the authorization request. RFC 9700 §2.1.1
            guard verifier == nil else { throw UserFlowError.verifierMismatch }
            return
        }
        guard let verifier, let key = ProofKey(verifier: verifier) else { throw UserFlowError.badVerifier }
        guard challenge.isProved(by: key) else { throw UserFlowError.verifierMismatch }
    }
}

extension UserFlowError {
    /// Returns `nil` for a failure of the server.
    fileprivate init?(answering error: any Error) {
        switch error {
        case let error as UserFlowError: self = error
        case let problem as UserFlowProblem: self = problem.error
        case let missing as MissingParameter: self = .missingParameter(missing.name)
        case let refusal as ClientCredentials.AssertionTypeRefusal:
            let name = ClientCredentials.AssertionTypeRefusal.parameter
            self = .unreadable(
                refusal.type.isEmpty
                    ? "The request body must contain the following parameter: '\(name)'."
                    : "The value '\(refusal.type)' of the parameter '\(name)' is not supported.")
        case let refusal as Refusal: self = .unreadable(refusal.message)
        case let refusal as RequestRefusal:
            self = .unreadable(refusal.message)
            status = refusal.status
        default: return nil
        }
    }
}
