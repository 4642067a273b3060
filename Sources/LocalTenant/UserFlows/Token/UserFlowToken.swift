// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import Hummingbird
import OAuth

/// Gives tokens for the codes and refresh tokens of a user flow.
///
/// RFC 6749 §3.2
struct UserFlowToken: Sendable {
    let visit: UserFlowVisit

    private var platform: IdentityPlatform { visit.platform }

    func answer() async throws -> Response {
        var correlationID = CorrelationID(in: visit.request.headers)
        do {
            let form = try await visit.form()
            // Some libraries send it as a field of the form.
            correlationID = correlationID ?? CorrelationID(in: form)
            let place = try visit.place(form)
            let row = try await grant(form, at: place)
            return try JSONReply.make(try await reply(row, form: form, at: place))
        } catch {
            guard let error = UserFlowError(answering: error) else { throw error }
            return try UserFlowErrorReply(error, settings: platform.settings, correlationID: correlationID).json()
        }
    }

    /// What the code or refresh token of a request stands for, once everything that its bearer must prove is proved.
    private func grant(_ form: FormParameters, at place: UserFlowPlace) async throws -> UserFlowGrantRow {
        let type = try form.needed("grant_type")
        let client = try await client(form, at: place)
        let now = platform.settings.now()
        let row: UserFlowGrantRow
        switch type {
        case "authorization_code":
            let (code, redirectURI) = (try form.needed("code"), try form.needed("redirect_uri"))
            row = try await platform.userFlowLedger.redeem(code: code, now: now)
            try row.binding?.check(redirectURI: redirectURI, verifier: try form.once("code_verifier"))
        case "refresh_token":
            row = try await platform.userFlowLedger.row(ofRefreshToken: try form.needed("refresh_token"), now: now)
        default:
            throw UserFlowError.unsupportedGrant(type)
        }
        guard row.grant.clientID == client.id, row.grant.tenantID == place.tenant.id else {
            throw UserFlowError.unusableGrant("The provided grant was given to another client.")
        }
        guard row.grant.flow == place.flow else {
            throw UserFlowError.otherFlow(row.grant.flow, expected: place.flow)
        }
        return row
    }

    private func client(_ form: FormParameters, at place: UserFlowPlace) async throws -> RegisteredApp {
        let presented = try ClientCredentials(form, visit.request.headers)
        guard let id = presented.id else { throw UserFlowError.missingParameter("client_id") }
        guard let client = try await platform.database.app(id), client.tenantID == place.tenant.id else {
            throw UserFlowError.unknownClient(id, tenant: place.tenant.domain)
        }
        // NXOAuth2Client sends an empty secret for a public client, and the real service takes it.
        switch (client.isPublic, presented.secret.isEmpty) {
        case (true, true): return client
        case (true, false): throw UserFlowError.secretFromPublicClient
        case (false, true): throw UserFlowError.secretMissing
        case (false, false):
            guard client.credential(of: presented.secret) != nil else { throw UserFlowError.wrongSecret }
            return client
        }
    }

    private func reply(
        _ row: UserFlowGrantRow, form: FormParameters, at place: UserFlowPlace
    ) async throws -> UserFlowTokenReply {
        guard let customer = try await platform.customers(of: place.tenant).customer(id: row.grant.customerID) else {
            throw UserFlowError.customerGone
        }
        if let end = customer.grantsEndedAt, row.grant.authenticatedAt < end { throw UserFlowError.revoked }
        try row.grant.scopes.check(asked: try form.once("scope") ?? "")
        var reply = try UserFlowTokenIssuer(platform: platform, place: place, customer: customer)
            .reply(to: row.grant, isRefresh: row.binding == nil, wantsClientInfo: try form.once("client_info") == "1")
        if row.grant.scopes.wantsRefreshToken {
            reply.refreshToken = try await platform.userFlowLedger.issueRefreshToken(
                row.grant, now: platform.settings.now())
            reply.refreshTokenExpiresIn = Int(UserFlowLedger.refreshTokenLifetime)
        }
        return reply
    }
}

extension UserFlowGrantRow.CodeBinding {
    /// Whether the code may be redeemed with these. RFC 6749 §4.1.3, RFC 7636 §4.6
    fileprivate func check(redirectURI: String, verifier: String?) throws {
        guard self.redirectURI.isSameSecret(as: redirectURI) else {
            throw UserFlowError.unusableGrant(
                "The redirect URI '\(redirectURI)' is not the one that the authorization request named.")
        }
        guard let challenge else {
            // Somebody took the challenge out of the request on its way. RFC 9700 §2.1.1
            guard verifier == nil else { throw UserFlowError.verifierMismatch }
            return
        }
        guard let verifier, let key = ProofKey(verifier: verifier) else { throw UserFlowError.badVerifier }
        guard challenge.isProved(by: key) else { throw UserFlowError.verifierMismatch }
    }
}

extension UserFlowScopes {
    /// Whether everything that a token request repeats was granted at sign-in.
    fileprivate func check(asked: String) throws {
        let granted = Set(ScopeSet(text: text).scopes)
        if let scope = ScopeSet(text: asked).scopes.first(where: { !granted.contains($0) }) {
            throw UserFlowError.scopeNotGranted(scope)
        }
    }
}

extension FormParameters {
    /// The value of a parameter that must stand once and not be empty.
    fileprivate func needed(_ name: String) throws -> String {
        guard let value = try once(name), !value.isEmpty else { throw UserFlowError.missingParameter(name) }
        return value
    }
}

extension UserFlowError {
    /// What clients are told in JSON of an error on the way to their tokens; `nil` if the server made a mistake.
    fileprivate init?(answering error: any Error) {
        switch error {
        case let error as UserFlowError: self = error
        case let problem as UserFlowProblem: self = problem.error
        case let refusal as Refusal: self = .unreadable(refusal.message)
        case let refusal as RequestRefusal:
            self = .unreadable(refusal.message)
            status = refusal.status
        default: return nil
        }
    }
}
