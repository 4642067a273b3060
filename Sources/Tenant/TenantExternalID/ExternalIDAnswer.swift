// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
import PortableFoundation
import TenantAuthorization
package import TenantCustomers
import TenantDirectory
import TenantEntra

extension ExternalID {
    /// Adds the parameters beside the code, in Entra ID's order. OpenID Connect Core §3.2.2.5, §3.3.2.5
    package func append(
        to answer: inout FormParameters, of grant: UserFlowGrant, for authorize: UserFlowRequest,
        as member: CustomerSessions.Member
    ) async throws {
        try await appendTokens(to: &answer, of: grant, for: authorize, as: member.customer)
        if authorize.wantsClientInfo {
            answer.append("client_info", ClientInfo(uid: member.customer.id, utid: authorize.place.tenant.id).text)
        }
        answer.append(
            RedirectTarget.sessionState, platform.keys.sessionID(of: member.customer.id, since: member.authenticatedAt))
    }

    private func appendTokens(
        to answer: inout FormParameters, of grant: UserFlowGrant, for authorize: UserFlowRequest,
        as customer: Customer
    ) async throws {
        let words = authorize.responseType.words
        let issuer = ExternalIDTokenIssuer(platform: platform, place: authorize.place, customer: customer)
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

extension UserFlowRequest {
    /// Checks a request whose redirect URI is known, so errors go to the app.
    init(
        externalID parameters: FormParameters, to target: RedirectTarget, at place: ResolvedUserFlow,
        resolution: ExternalIDScopeResolution
    ) throws {
        let once = { (name: String) in try parameters.once(name, orThrow: EntraError.malformedRequest) }
        for name in ["request", "request_uri"] {
            guard try once(name) == nil else { throw EntraError.requestObject(name) }
        }
        guard try once("resource") == nil else { throw EntraError.resourceParameter }
        let responseType = try ResponseType(asked: try once("response_type"), of: target.client)
        try responseType.check(mode: try once("response_mode"), granted: target.mode)
        guard let asked = try parameters.once("scope", keepingEmpty: true, orThrow: EntraError.malformedRequest)
        else { throw EntraError.missingParameter("scope") }
        let scopes = try resolution.resolve(asked, severalResources: true)
        self.init(parameters, to: target, at: place, scopes: scopes, responseType: responseType)
        nonce = try once("nonce")
        if responseType.words.contains(.idToken) {
            guard scopes.wantsIDToken else { throw EntraError.openIDMissing }
            guard nonce != nil else { throw EntraError.missingField("nonce") }
        }
        prompt = try AuthorizeRequest.prompt(try once("prompt"), ofCustomers: true)
        loginHint = try once("login_hint")
        maximumAge = try once("max_age").map(Self.seconds)
        codeChallenge = try AuthorizeRequest.challenge(
            try once("code_challenge"), method: try once("code_challenge_method"), to: target, type: responseType)
        hint = try once("id_token_hint")
        wantsClientInfo = try once("client_info") == "1"
    }

    private static func seconds(_ text: String) throws -> Int {
        guard let seconds = Int(text), (0...Int(Int32.max)).contains(seconds) else {
            throw EntraError.invalidParameter("max_age")
        }
        return seconds
    }
}

/// Customers never see a consent page: a permission without an administrator's consent is refused.
struct ExternalIDScopeResolution {
    let apps: [RegisteredApp]
    let client: RegisteredApp
    let tenantName: String

    private var consent: Consent { Consent(registered: Set(client.consentedScopes)) }

    /// `severalResources` puts the first API into the token; `granted` limits OpenID Connect scopes, except at sign-in.
    func resolve(_ text: String, severalResources: Bool, among granted: [String]? = nil) throws -> UserFlowScopes {
        let asked = try ScopeResolution(resources: ResourceNames(apps: apps), tenantName: tenantName)
            .resolve(ScopeSet(text: text))
            .filter { $0.apiID != nil || granted?.contains($0.value) ?? true }
        guard asked.allSatisfy({ $0.apiID == nil || consent.covers($0) }) else {
            throw EntraError.consentMissing(client)
        }
        let scopes = consent.expanding(asked)
        let permissions = scopes.filter { $0.apiID != nil }
        let apiID = permissions.first?.apiID
        guard severalResources || permissions.allSatisfy({ $0.apiID == apiID }) else {
            throw EntraError.severalResources
        }
        let (own, standard) = (permissions.filter { $0.apiID == apiID }, scopes.filter { $0.apiID == nil })
        return UserFlowScopes(
            openIDConnect: standard.map(\.value), resource: apiID,
            permissions: own.filter { !$0.isDefault }.map(\.value),
            text: (own + standard).map(\.text).joined(separator: " "))
    }

    func check(_ scopes: UserFlowScopes) throws {
        guard let resource = scopes.resource else { return }
        guard scopes.permissions.allSatisfy({ consent.registered.contains("\(resource)/\($0)") }) else {
            throw EntraError.consentMissing(client)
        }
    }
}
