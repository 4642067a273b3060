// SPDX-License-Identifier: Apache-2.0
import Foundation
package import OAuth

/// An authorization request, after all its parameters were checked.
///
/// RFC 6749 §4.1.1, OpenID Connect Core §3.1.2.1, RFC 7636 §4.3
package struct StandardAuthorizationRequest: Sendable {
    /// The values of the parameter `prompt`.
    enum Prompt: String, Sendable, CaseIterable {
        case none, login, consent
        case selectAccount = "select_account"
    }

    let target: StandardTarget
    let responseType: StandardResponseType
    /// The scopes that may be granted, in the order of the request; unknown ones are left out.
    package let scopes: ScopeSet
    let nonce: String?
    let prompt: Set<Prompt>
    /// How long ago the person may have signed in at most, in seconds.
    let maximumAge: TimeInterval?
    let loginHint: String?
    /// The id of the one person that may sign in; `nil` for any person.
    package let subject: String?
    /// The challenge, always made with S256.
    let codeChallenge: String?
    /// The thumbprint of the key that the code is bound to. RFC 9449 §10
    let thumbprint: String?
    let claims: ClaimsRequest
    /// All parameters of the request, to be checked again at each step.
    let parameters: FormParameters
    /// Whether the client pushed it. RFC 9126
    let isPushed: Bool

    package var client: StandardClient { target.client }

    /// The request of a device. The person always chooses the account: RFC 8628 §5.4
    init(_ row: StandardDeviceCode, to target: StandardTarget) {
        self.target = target
        responseType = .code
        scopes = ScopeSet(text: row.scope)
        prompt = [.selectAccount]
        (nonce, maximumAge, loginHint, subject) = (nil, nil, nil, nil)
        (codeChallenge, thumbprint) = (nil, nil)
        claims = .nothing
        parameters = FormParameters()
        isPushed = false
    }

    /// Checks the rest of a request, after its target is known.
    ///
    /// - Throws: ``StandardError``, which is sent to the client.
    init(
        _ parameters: FormParameters, isPushed: Bool, to target: StandardTarget, keys: StandardKeys, issuer: String
    ) throws {
        try parameters.checkUnsupported(for: target.client, isPushed: isPushed)
        let type = try parameters.responseType(for: target)
        self.target = target
        self.parameters = parameters
        self.isPushed = isPushed
        responseType = type
        scopes = try parameters.scopes(for: target.client, responseType: type)
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
                "The essential acr cannot be reached here; see acr_values_supported in the metadata.")
        }
        subject = try parameters.hintedSubject(keys: keys, issuer: issuer) ?? claims.subject
        for name in ["acr_values", "ui_locales", "claims_locales", "display"] { _ = try parameters.optional(name) }
    }
}
