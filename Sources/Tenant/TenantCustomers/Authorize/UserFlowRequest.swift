// SPDX-License-Identifier: Apache-2.0
import HTTPServing
package import OAuthMessages
import PortableFoundation
package import TenantAuthorization
import TenantDirectory

/// A valid authorization request at a user flow. RFC 6749 §4.1.1, OpenID Connect Core §3.1.2.1, RFC 7636 §4.3
///
/// Like the real service, it requires no `state`, `nonce`, or PKCE challenge, but enforces each one that the app sends.
package struct UserFlowRequest: Sendable {
    package let target: RedirectTarget
    package let place: ResolvedUserFlow
    package let scopes: UserFlowScopes
    package let responseType: ResponseType
    /// As received, for the forms of the pages.
    package let parameters: FormParameters
    package var nonce: String?
    package var prompt: Set<String> = []
    package var maximumAge: Int?
    package var loginHint: String?
    package var codeChallenge: CodeChallenge?
    /// An unverified ID token.
    package var hint: String?
    /// Whether the app requests `client_info` beside the code, as MSAL does; External ID sends it.
    package var wantsClientInfo = false

    package init(
        _ parameters: FormParameters, to target: RedirectTarget, at place: ResolvedUserFlow, scopes: UserFlowScopes,
        responseType: ResponseType
    ) {
        (self.parameters, self.target, self.place) = (parameters, target, place)
        (self.scopes, self.responseType) = (scopes, responseType)
    }

    /// Validates a request at Azure AD B2C after the redirect URI; errors go to the app.
    init(
        _ parameters: FormParameters, to target: RedirectTarget, at place: ResolvedUserFlow,
        resolution: UserFlowScopeResolution
    ) throws {
        let once = { (name: String) in try parameters.once(name, orThrow: UserFlowError.unreadable) }
        let responseType = try Self.responseType(try once("response_type") ?? "", for: target, at: place)
        if let mode = try once("response_mode"), mode != target.mode.rawValue {
            throw UserFlowError.badResponseMode(mode)
        }
        guard let scope = try once("scope"), !ScopeSet(text: scope).isEmpty else { throw UserFlowError.scopeMissing }
        let scopes = try resolution.resolve(scope)
        if responseType.words.contains(.idToken), !scopes.wantsIDToken { throw UserFlowError.openIDMissing }
        if responseType.words.contains(.token), scopes.resource == nil {
            throw UserFlowError.resourceMissing(scope)
        }
        self.init(parameters, to: target, at: place, scopes: scopes, responseType: responseType)
        nonce = try once("nonce")
        loginHint = try once("login_hint")
        prompt = Set(try (once("prompt") ?? "").split(separator: " ").map(String.init))
        guard prompt.isSubset(of: ["none", "login", "consent", "select_account"]),
            prompt.count < 2 || !prompt.contains("none")
        else { throw UserFlowError.badPrompt(prompt.sorted().joined(separator: " ")) }
        maximumAge = try once("max_age").map(Self.age)
        codeChallenge = try Self.challenge(try once("code_challenge"), method: try once("code_challenge_method"))
        if codeChallenge == nil, target.client.isSinglePage(target.redirectURI.text),
            responseType.words.contains(.code)
        {
            throw UserFlowError.challengeMissing
        }
        guard try codeChallenge != nil || once("code_challenge_method") == nil else { throw UserFlowError.badChallenge }
        hint = try once("id_token_hint")
    }

    private static func responseType(
        _ text: String, for target: RedirectTarget, at place: ResolvedUserFlow
    ) throws -> ResponseType {
        guard place.flow.kind != .resourceOwnerPassword, let type = ResponseType(text) else {
            throw UserFlowError.badResponseType(text)
        }
        let granted = target.client.implicitGrantSettings
        let (wantsToken, wantsIDToken) = (type.words.contains(.token), type.words.contains(.idToken))
        if wantsToken, !granted.enableAccessTokenIssuance { throw UserFlowError.implicitFlowOff }
        if wantsIDToken, !granted.enableIDTokenIssuance {
            throw granted.enableAccessTokenIssuance
                ? UserFlowError.idTokenNotAllowed(target.client.id) : UserFlowError.implicitFlowOff
        }
        return type
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

extension RedirectTarget {
    /// - Throws: ``UserFlowProblem``, which is shown on a page.
    init(_ parameters: FormParameters, at place: ResolvedUserFlow, in database: TenantDatabase) async throws {
        let clientID = try parameters.once("client_id", orThrow: UserFlowProblem.unreadable)
        guard let clientID, let client = try await database.app(clientID), client.tenantID == place.tenant.id else {
            throw UserFlowProblem.unknownClient(clientID, tenant: place.tenant, known: try await database.apps())
        }
        RefusalNote.about(app: client.id)
        guard client.isEnabled else { throw UserFlowProblem.disabled(client, tenant: place.tenant) }
        let text = try parameters.once("redirect_uri", keepingEmpty: true, orThrow: UserFlowProblem.unreadable)
        guard let text, client.registers(text), let redirectURI = RedirectURI(text) else {
            throw UserFlowProblem.redirectMismatch(text, client: client)
        }
        let state = try parameters.once("state", keepingEmpty: true, orThrow: UserFlowProblem.unreadable)
        self.init(
            client: client, redirectURI: redirectURI, state: state.map(place.dialect.state),
            // The error for an unsupported mode uses the default mode.
            mode: Self.mode(of: parameters, to: redirectURI))
    }
}
