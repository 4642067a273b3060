// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
package import TenantAuthorization
package import TenantDirectory

/// A valid authorization request. RFC 6749 §4.1.1, RFC 7636 §4.3, OpenID Connect Core §3.1.2.1
///
/// Like the real service, it does not require `state`, and requires PKCE only from single-page apps.
package struct AuthorizeRequest: Sendable {
    package let target: SignInTarget
    let selector: TenantSelector
    package let scopes: [ResolvedScope]
    let nonce: String?
    let prompt: Set<String>
    /// A user name, an id, or the value of the claim `login_hint`.
    let loginHint: String?
    let codeChallenge: CodeChallenge?
    /// As received, for the forms of the pages.
    let parameters: FormParameters
    var responseType = ResponseType.code
    /// `organizations`, `consumers`, or a domain or id of a directory.
    var domainHint: String?
    var sessionHint: String?
    /// JSON. OpenID Connect Core §5.5
    var claims: String?
    /// Requests `client_info`, the account's id, beside the code; MSAL does so.
    var wantsClientInfo = false

    /// Validates the parameters after the redirect URI; errors go to the app.
    init(
        _ parameters: FormParameters, to target: AuthorizeTarget, at selector: TenantSelector,
        resolution: ScopeResolution
    ) throws {
        self.target = .redirect(target)
        self.selector = selector
        self.parameters = parameters
        let once = { (name: String) in try parameters.once(name, orThrow: EntraError.malformedRequest) }
        for name in ["request", "request_uri"] {
            guard try once(name) == nil else { throw EntraError.requestObject(name) }
        }
        responseType = try ResponseType(asked: try once("response_type"), of: target.redirect.client)
        try responseType.check(mode: try once("response_mode"), granted: target.redirect.mode)
        guard let asked = try parameters.once("scope", keepingEmpty: true, orThrow: EntraError.malformedRequest)
        else { throw EntraError.missingParameter("scope") }
        scopes = try resolution.resolve(ScopeSet(text: asked))
        try resolution.check(resource: try once("resource"), against: scopes)
        nonce = try once("nonce")
        if responseType.words.contains(.idToken) {
            guard scopes.contains(where: { $0.permission == "openid" }) else { throw EntraError.openIDMissing }
            guard nonce != nil else { throw EntraError.missingField("nonce") }
        }
        prompt = try Self.prompt(try once("prompt"))
        loginHint = try once("login_hint")
        sessionHint = try once("sid")
        domainHint = try once("domain_hint")
        guard loginHint == nil || sessionHint == nil else { throw EntraError.hintBesideSession }
        codeChallenge = try Self.challenge(
            try once("code_challenge"), method: try once("code_challenge_method"), to: target.redirect,
            type: responseType)
        claims = try Self.claims(
            try parameters.once("claims", keepingEmpty: true, orThrow: EntraError.malformedRequest))
        wantsClientInfo = try once("client_info") == "1"
    }

    /// The directories of the people in the picker: those that match `domain_hint`, or all if none does.
    var offeredDirectories: [Tenant] {
        let hinted = target.directories.filter { tenant in
            switch domainHint?.lowercased() {
            case "organizations": tenant.kind == .organization
            case "consumers": tenant.kind == .consumers
            case let domain?: tenant.domain.lowercased() == domain || tenant.id == domain
            case nil: true
            }
        }
        return hinted.isEmpty ? target.directories : hinted
    }

    /// - Throws: ``EntraError`` (16000, 50058, 160021) if `prompt=none` forbids pages and no single person matches.
    func silentMember(among arrivals: [BrowserSessions.Member]) throws -> BrowserSessions.Member? {
        let offered = Set(offeredDirectories.map(\.id))
        let candidates = arrivals.filter { member in
            offered.contains(member.person.tenantID) && loginHint.map(member.person.isMeant) ?? true
                && sessionHint.map { $0 == member.sessionID } ?? true
        }
        if prompt.contains("none") {
            if let only = candidates.first, candidates.count == 1 { return only }
            if sessionHint != nil { throw EntraError.sessionGone }
            // People are signed in, but a choice is needed or none of them matches.
            throw candidates.isEmpty && (arrivals.isEmpty || loginHint != nil)
                ? EntraError.notSignedIn : EntraError.severalAccounts
        }
        return prompt.isDisjoint(with: ["login", "select_account"]) && candidates.count == 1
            ? candidates[0] : nil
    }

    /// OpenID Connect Core §3.1.2.1; `create` is for customers.
    package static func prompt(_ text: String?, ofCustomers: Bool = false) throws -> Set<String> {
        let prompt = Set((text ?? "").split(separator: " ").map(String.init))
        guard prompt.isSubset(of: ["login", "none", "consent", "select_account"] + (ofCustomers ? ["create"] : [])),
            prompt.count < 2 || !prompt.contains("none")
        else { throw EntraError.badPrompt(text ?? "") }
        return prompt
    }

    /// The challenge that the token request must match. RFC 7636 §4.3
    package static func challenge(
        _ text: String?, method name: String?, to target: RedirectTarget, type: ResponseType
    ) throws -> CodeChallenge? {
        let isNeeded = type.words.contains(.code) && target.client.isSinglePage(target.redirectURI.text)
        guard let text else {
            guard name == nil else { throw EntraError.challengeMissing }
            guard !isNeeded else { throw EntraError.challengeNeeded }
            return nil
        }
        guard let method = CodeChallenge.Method(named: name), let challenge = CodeChallenge(text, method: method),
            // A SHA-256 hash has exactly this length; §4.2.
            method == .plain || text.utf8.count == 43
        else { throw EntraError.badChallenge }
        guard method == .sha256 || !isNeeded else { throw EntraError.challengeNeeded }
        return challenge
    }

    /// The requested claims, unchanged. OpenID Connect Core §5.5
    static func claims(_ text: String?) throws -> String? {
        guard let text else { return nil }
        guard let object = try? StrictJSON.object(in: Data(text.utf8)),
            ["id_token", "access_token", "userinfo"].allSatisfy({ object[$0]?.isObjectOrNull ?? true })
        else { throw EntraError.invalidParameter("claims") }
        return text
    }
}

extension JSONValue {
    fileprivate var isObjectOrNull: Bool { self == .null || object != nil }
}

extension ResponseType {
    package init(asked text: String?, of client: RegisteredApp) throws {
        guard let text else { throw EntraError.missingParameter("response_type") }
        guard let type = ResponseType(text) else { throw EntraError.unknownResponseType(text) }
        let settings = client.implicitGrantSettings
        guard settings.enableIDTokenIssuance || !type.words.contains(.idToken),
            settings.enableAccessTokenIssuance || !type.words.contains(.token)
        else { throw EntraError.responseTypeNotAllowed() }
        self = type
    }

    package func check(mode: String?, granted: RedirectTarget.ResponseMode) throws {
        guard let mode, mode != granted.rawValue else { return }
        throw mode == RedirectTarget.ResponseMode.query.rawValue
            ? EntraError.queryWithToken : EntraError.badResponseMode(mode)
    }
}
