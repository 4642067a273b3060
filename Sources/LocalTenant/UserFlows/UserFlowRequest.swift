// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth

/// An authorization request at a user flow that was judged: everything is known and allowed.
///
/// Like the real service, it demands neither `state` nor `nonce` nor a proof key, but holds whoever sends one to it.
///
/// RFC 6749 §4.1.1, OpenID Connect Core §3.1.2.1, RFC 7636 §4.3
struct UserFlowRequest: Sendable {
    let target: RedirectTarget
    let place: UserFlowPlace
    let scopes: UserFlowScopes
    let nonce: String?
    let prompt: Set<String>
    let maximumAge: Int?
    let loginHint: String?
    let codeChallenge: CodeChallenge?
    /// The request as it came, to carry it through the pages.
    let parameters: FormParameters

    /// Judges the rest of a request whose target is known.
    ///
    /// - Throws: ``UserFlowError``, which goes to the app in a redirect.
    init(
        _ parameters: FormParameters, to target: RedirectTarget, at place: UserFlowPlace,
        resolution: UserFlowScopeResolution
    ) throws {
        self.target = target
        self.place = place
        self.parameters = parameters
        let once = { (name: String) in try parameters.once(name, orThrow: UserFlowError.unreadable) }
        try Self.checkResponse(type: try once("response_type") ?? "", mode: try once("response_mode"))
        guard let scope = try once("scope"), !ScopeSet(text: scope).isEmpty else { throw UserFlowError.scopeMissing }
        scopes = try resolution.resolve(scope)
        nonce = try once("nonce")
        loginHint = try once("login_hint")
        prompt = Set(try (once("prompt") ?? "").split(separator: " ").map(String.init))
        guard prompt.isSubset(of: ["none", "login", "consent", "select_account"]),
            prompt.count < 2 || !prompt.contains("none")
        else { throw UserFlowError.badPrompt }
        maximumAge = try once("max_age").map(Self.age)
        codeChallenge = try Self.challenge(try once("code_challenge"), method: try once("code_challenge_method"))
    }

    private static func checkResponse(type: String, mode: String?) throws {
        if type != "code" {
            let parts = Set(type.split(separator: " "))
            // Known, but only apps that were told to may have tokens without redeeming a code; none here was.
            let isFrontChannel = !parts.isEmpty && parts.isSubset(of: ["code", "id_token", "token"])
            throw isFrontChannel ? UserFlowError.implicitFlowOff : UserFlowError.badResponseType(type)
        }
        if let mode, RedirectTarget.ResponseMode(rawValue: mode) == nil { throw UserFlowError.badResponseMode(mode) }
    }

    private static func age(_ text: String) throws -> Int {
        guard let age = Int(text), (0...Int(Int32.max)).contains(age) else {
            throw UserFlowError.badMaximumAge(text, upTo: Int(Int32.max))
        }
        return age
    }

    private static func challenge(_ text: String?, method: String?) throws -> CodeChallenge? {
        guard let text else { return nil }
        guard let method = CodeChallenge.Method(named: method) else { throw UserFlowError.badChallengeMethod }
        guard let challenge = CodeChallenge(text, method: method) else { throw UserFlowError.badChallenge }
        return challenge
    }
}
