// SPDX-License-Identifier: Apache-2.0
import OAuth

/// An authorization request that was judged: everything is known and allowed.
///
/// RFC 6749 §4.1.1, RFC 7636 §4.3. Like the real service, it demands neither `state` nor `nonce` nor a proof key, but
/// holds whoever sends one to it.
struct AuthorizeRequest: Sendable {
    let target: SignInTarget
    let selector: TenantSelector
    let scopes: [ResolvedScope]
    let nonce: String?
    let prompt: Set<String>
    let loginHint: String?
    let codeChallenge: CodeChallenge?
    /// The request as it came, to carry it through the pages.
    let parameters: FormParameters

    /// Judges the rest of a request whose target is known.
    ///
    /// - Throws: ``EntraError``, which goes to the app in a redirect.
    init(
        _ parameters: FormParameters, to target: AuthorizeTarget, at selector: TenantSelector,
        resolution: ScopeResolution
    ) throws {
        self.target = .redirect(target)
        self.selector = selector
        self.parameters = parameters
        guard let type = try parameters.once("response_type", orThrow: EntraError.malformedRequest) else {
            throw EntraError.missingParameter("response_type")
        }
        guard type == "code" else { throw EntraError.responseTypeNotAllowed() }
        if let mode = try parameters.once("response_mode", orThrow: EntraError.malformedRequest),
            mode != target.redirect.mode.rawValue
        {
            throw EntraError.badResponseMode(mode)
        }
        let asked = try parameters.once("scope", orThrow: EntraError.malformedRequest)
        guard let asked else { throw EntraError.missingParameter("scope") }
        scopes = try resolution.resolve(ScopeSet(text: asked))
        nonce = try parameters.once("nonce", orThrow: EntraError.malformedRequest)
        loginHint = try parameters.once("login_hint", orThrow: EntraError.malformedRequest)
        let prompt = try parameters.once("prompt", orThrow: EntraError.malformedRequest) ?? ""
        self.prompt = Set(prompt.split(separator: " ").map(String.init))
        guard self.prompt.isSubset(of: ["login", "none", "consent", "select_account"]),
            self.prompt.count < 2 || !self.prompt.contains("none")
        else { throw EntraError.badPrompt(prompt) }
        codeChallenge = try Self.challenge(in: parameters)
    }

    private static func challenge(in parameters: FormParameters) throws -> CodeChallenge? {
        guard let text = try parameters.once("code_challenge", orThrow: EntraError.malformedRequest) else { return nil }
        let name = try parameters.once("code_challenge_method", orThrow: EntraError.malformedRequest)
        guard let method = CodeChallenge.Method(named: name), let challenge = CodeChallenge(text, method: method) else {
            throw EntraError.badChallenge
        }
        return challenge
    }
}
