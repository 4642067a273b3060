// SPDX-License-Identifier: Apache-2.0
public import JSONWebSignatures
public import OAuthMessages
import PortableFoundation
public import SignIn
public import SignInProvider

/// A token, parsed for inspection only: nothing in it is verified.
///
/// ```swift
/// let token = try InspectedToken(accessToken)
/// let end = token.claims.date("exp")
/// let signature = await flow.signature(of: token)
/// ```
public struct InspectedToken: Sendable {
    /// The protected header.
    public let header: [String: JSONValue]
    /// The claims, which an attacker may have written.
    public let claims: Claims
    /// The token itself.
    public let text: Redacted<String>

    /// Parses a signed token.
    ///
    /// - Throws: `Refusal` (`tokenMalformed`) if it does not have three parts, or is not JSON in base64url.
    public init(_ text: Redacted<String>) throws(Refusal) {
        let parts = text.revealed.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = try? Base64URL.decode(parts[0]),
            let payload = try? Base64URL.decode(parts[1])
        else { throw Refusal(.tokenMalformed, "the token is not JSON in base64url") }
        self.text = text
        self.header = try Claims(payload: header).values
        claims = try Claims(payload: payload)
    }
}

/// The result of checking a token's signature with a provider's keys.
///
/// ```swift
/// switch await flow.signature(of: token) {
/// case .valid(let issuer): return "signed by \(issuer)"
/// case .invalid(let reason): return "invalid: \(reason)"
/// case .unchecked(let reason): return "not checked: \(reason)"
/// }
/// ```
public enum TokenSignature: Sendable, Hashable {
    /// A key of this issuer signed the token.
    case valid(issuer: String)
    /// The signature is invalid.
    case invalid(reason: String)
    /// The signature was not checked.
    case unchecked(reason: String)
}

extension SignInFlow {
    /// Checks the signature of a token with the keys of this flow's provider.
    ///
    /// The result is for display; an API admits callers with `BearerAuth`, because tenants of one provider can share
    /// keys. No request goes to a URL from the token, which an attacker may have written.
    public func signature(of token: InspectedToken) async -> TokenSignature {
        guard let provider = try? await discover() else {
            return .unchecked(reason: "the provider in these settings does not respond")
        }
        // Microsoft Graph's tokens have a nonce in the header, and the signature covers a hash of it.
        guard token.header["nonce"] == nil else {
            return .unchecked(reason: "only the API that it is for can verify it")
        }
        let misfit = TokenSignature.invalid(
            reason: "it does not match: the token was changed, or signed with another key")
        guard let unverified = try? UnverifiedJWS(token.text.revealed, accepting: Set(SignatureAlgorithm.allCases))
        else { return misfit }
        do {
            let key = try await provider.keys.key(for: unverified.header)
            guard (try? unverified.verified(with: key)) != nil else { return misfit }
            try provider.check(key, maySign: token.claims)
            return .valid(issuer: provider.metadata.issuer)
        } catch Refusal.Code.keyIssuerMismatch {
            return .invalid(reason: "it was signed with a key of another issuer")
        } catch Refusal.Code.keyUnknown {
            return .invalid(reason: "it was not signed with a key of \(provider.metadata.issuer)")
        } catch {
            // Without keys, the signature cannot be checked: the provider is unreachable, or responded with an error.
            let reason = (error as? any ActionableError)?.message
            return .unchecked(reason: reason ?? "the provider's keys could not be fetched")
        }
    }

    /// Returns why an API that accepts only this flow's provider would reject a token; `nil` if it would accept it.
    ///
    /// The result is for display, and must not admit a caller: it is also `nil` if the provider does not respond.
    public func objection(to token: InspectedToken) async -> String? {
        guard let provider = try? await discover() else { return nil }
        switch (try? UnverifiedToken(token.text))?.likeness(to: provider) {
        case .full: return nil
        case .issuer: return "it is from another user flow (tfp) than the one in these settings"
        case .some(.none), nil: return "it was not issued (iss) by \(provider.metadata.issuer)"
        }
    }
}
