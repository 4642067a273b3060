// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
package import OAuthMessages
import PortableFoundation

/// A valid authorization request. RFC 6749 §4.1.1, OpenID Connect Core §3.1.2.1, RFC 7636 §4.3
package struct StandardAuthorizationRequest: Sendable {
    enum Prompt: String, Sendable, CaseIterable {
        case none, login, consent
        case selectAccount = "select_account"
    }

    let target: StandardTarget
    let responseType: StandardResponseType
    /// Without unknown scopes.
    let rights: StandardRights
    let nonce: String?
    let prompt: Set<Prompt>
    /// In seconds.
    let maximumAge: TimeInterval?
    let loginHint: String?
    /// The id of the only person who may sign in; `nil` for any person.
    package let subject: String?
    /// Always S256.
    let codeChallenge: String?
    /// Of the key that the code is bound to. RFC 9449 §10
    let thumbprint: String?
    let claims: ClaimsRequest
    /// As received, for validation at each step.
    let parameters: FormParameters
    /// RFC 9126.
    let isPushed: Bool

    package var client: StandardClient { target.client }

    /// The part that a person agrees to once: the scopes, and the requested APIs.
    package var consents: ScopeSet { rights.consents }

    /// A device's request; the person always chooses the account (RFC 8628 §5.4).
    init(_ row: StandardDeviceCode, to target: StandardTarget) {
        self.target = target
        responseType = .code
        rights = row.rights
        prompt = [.selectAccount]
        (nonce, maximumAge, loginHint, subject) = (nil, nil, nil, nil)
        (codeChallenge, thumbprint) = (nil, nil)
        claims = .nothing
        parameters = FormParameters()
        isPushed = false
    }

    /// Validates a request after the redirect URI; errors go to the client.
    init(
        _ parameters: FormParameters, isPushed: Bool, to target: StandardTarget, in provider: StandardProvider
    ) async throws {
        try parameters.checkUnsupported(for: target.client, isPushed: isPushed)
        let type = try parameters.responseType(for: target)
        self.target = target
        self.parameters = parameters
        self.isPushed = isPushed
        responseType = type
        rights = try parameters.rights(
            for: target.client, responseType: type, among: try await provider.resourceServers())
        nonce = try parameters.optional("nonce")
        guard nonce != nil || !type.hasIDToken else { throw StandardError.missing("nonce") }
        prompt = try parameters.prompt()
        maximumAge = try parameters.maximumAge()
        loginHint = try parameters.optional("login_hint")
        codeChallenge = try parameters.codeChallenge(
            isRequired: target.client.metadata.requiresProofKey && type.hasCode)
        thumbprint = try parameters.thumbprint()
        claims = try parameters.optional("claims").map { try ClaimsRequest($0) } ?? .nothing
        guard !claims.isBeyondUs else {
            throw StandardError(
                .unmetAuthenticationRequirements,
                "The essential acr is not available here; see acr_values_supported in the metadata.")
        }
        subject = try parameters.hintedSubject(keys: provider.keys, issuer: provider.issuer) ?? claims.subject
        for name in ["acr_values", "ui_locales", "claims_locales", "display"] { _ = try parameters.optional(name) }
    }
}

/// Individual claims that a client requests, beside those of its scopes. OpenID Connect Core §5.5
struct ClaimsRequest: Sendable, Hashable {
    /// The request for one claim. §5.5.1
    struct Wish: Sendable, Hashable {
        let isEssential: Bool
        /// `nil` accepts any.
        let values: [JSONValue]?

        func accepts(_ value: JSONValue) -> Bool { values?.contains(value) ?? true }
    }

    /// The original text, stored with the grant; `nil` without the parameter.
    var text: String?
    var userInfo: [String: Wish] = [:]
    var idToken: [String: Wish] = [:]

    static let nothing = ClaimsRequest()

    /// The only person who may sign in, by `sub`. §5.5.1
    var subject: String? {
        guard let values = idToken["sub"]?.values, values.count == 1 else { return nil }
        return values[0].string
    }

    /// Whether the request requires an `acr` that this provider does not offer. §5.5.1.1
    var isBeyondUs: Bool {
        guard let wish = idToken["acr"], wish.isEssential else { return false }
        return !wish.accepts(.string(IDTokenContent.authenticationContext))
    }
}

extension ClaimsRequest {
    /// Parses the parameter `claims`; ignores members other than `userinfo` and `id_token`.
    init(_ text: String) throws {
        guard let members = try? StrictJSON.object(in: text.utf8, maximumDepth: 8),
            let userInfo = Self.wishes(members["userinfo"]), let idToken = Self.wishes(members["id_token"])
        else { throw StandardError.malformed("The parameter claims is not the JSON of OpenID Connect Core 5.5.") }
        self.init(text: text, userInfo: userInfo, idToken: idToken)
    }

    private static func wishes(_ value: JSONValue?) -> [String: Wish]? {
        guard let value, value != .null else { return [:] }
        guard let members = value.object, members.values.allSatisfy({ $0 == .null || $0.object != nil }) else {
            return nil
        }
        return members.mapValues { wish in
            let wish = wish.object ?? [:]
            return Wish(
                isEssential: wish["essential"]?.boolean ?? false,
                values: wish["values"]?.array ?? wish["value"].map { [$0] })
        }
    }
}
