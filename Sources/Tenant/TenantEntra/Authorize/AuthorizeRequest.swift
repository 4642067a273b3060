// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantAuthorization
package import TenantDirectory

/// An authorization request that passed all checks.
///
/// Like the real service, it requires no `state`, and a proof key only of single-page apps; it enforces a proof key
/// that any app sends.
///
/// RFC 6749 §4.1.1, RFC 7636 §4.3, OpenID Connect Core §3.1.2.1
package struct AuthorizeRequest: Sendable {
    package let target: SignInTarget
    let selector: TenantSelector
    package let scopes: [ResolvedScope]
    let nonce: String?
    let prompt: Set<String>
    /// A user name, an id, or the value of the claim `login_hint`.
    let loginHint: String?
    let codeChallenge: CodeChallenge?
    /// The parameters as received, for the forms of the pages.
    let parameters: FormParameters
    /// The tokens or code for the app.
    var responseType = ResponseType.code
    /// The person's probable directory: `organizations`, `consumers` or a domain.
    var domainHint: String?
    /// The session that the app names, by the `sid` of its ID tokens.
    var sessionHint: String?
    /// The claims that the app requests, as JSON. OpenID Connect Core §5.5
    var claims: String?
    /// Whether the app requests `client_info`, the account's id, beside the code, as MSAL does.
    var wantsClientInfo = false

    /// Judges the remaining parameters of a request with a known target.
    ///
    /// - Throws: ``EntraError``, which goes to the app.
    init(
        _ parameters: FormParameters, to target: AuthorizeTarget, at selector: TenantSelector,
        resolution: ScopeResolution
    ) throws {
        self.target = .redirect(target)
        self.selector = selector
        self.parameters = parameters
        let once = { (name: String) in try parameters.once(name, orThrow: EntraError.malformedRequest) }
        for name in ["request", "request_uri"] where parameters[name] != nil { throw EntraError.requestObject(name) }
        guard parameters["resource"] == nil else { throw EntraError.resourceParameter }
        responseType = try ResponseType(asked: try once("response_type"), of: target.redirect.client)
        try responseType.check(mode: try once("response_mode"), granted: target.redirect.mode)
        guard let asked = try once("scope") else { throw EntraError.missingParameter("scope") }
        scopes = try resolution.resolve(ScopeSet(text: asked))
        nonce = try once("nonce")
        if responseType.words.contains(.idToken) {
            guard scopes.contains(where: { $0.permission == "openid" }) else { throw EntraError.openIDMissing }
            guard nonce?.isEmpty == false else { throw EntraError.missingField("nonce") }
        }
        prompt = try Self.prompt(try once("prompt"))
        loginHint = try once("login_hint").flatMap { $0.isEmpty ? nil : $0 }
        sessionHint = try once("sid").flatMap { $0.isEmpty ? nil : $0 }
        domainHint = try once("domain_hint").flatMap { $0.isEmpty ? nil : $0 }
        guard loginHint == nil || sessionHint == nil else { throw EntraError.hintBesideSession }
        codeChallenge = try Self.challenge(
            try once("code_challenge"), method: try once("code_challenge_method"), to: target.redirect,
            type: responseType)
        claims = try Self.claims(try once("claims"))
        wantsClientInfo = try once("client_info") == "1"
    }
}
