// SPDX-License-Identifier: Apache-2.0
package import HTTPTransport
package import JSONWebSignatures
package import OAuthMessages

/// A token before its signature is checked: an attacker may have written it.
///
/// It is parsed once. Its issuer only selects the providers to try; its claims leave it when the signature is verified.
package struct UnverifiedToken: Sendable {
    let signed: UnverifiedJWS
    private let payload: Result<Claims, Refusal>

    /// Reads a token without trusting it.
    ///
    /// - Throws: ``Refusal`` (`tokenMalformed`, `algorithmNotAllowed`). Claims that cannot be read are refused later:
    ///   by ``issuer()``, or after the check of the signature.
    package init(
        _ token: Redacted<String>, accepting algorithms: Set<SignatureAlgorithm> = Self.allAlgorithms,
        maximumByteCount: Int = CompactJWS.maximumByteCount
    ) throws {
        do {
            signed = try UnverifiedJWS(
                token.revealed, accepting: algorithms, maximumByteCount: maximumByteCount)
        } catch {
            throw Refusal(explaining: error)
        }
        let bytes = signed.unverifiedPayload
        payload = Result { () throws(Refusal) in try Claims(payload: bytes) }
    }

    /// The algorithms of tokens whose metadata names none: each is asymmetric, and fits only its kind of key.
    package static let allAlgorithms = Set(SignatureAlgorithm.allCases)

    /// The claims, after the signature is verified.
    ///
    /// - Throws: ``Refusal`` (`tokenMalformed`); `JOSEError`, as ``UnverifiedJWS/verified(with:)``.
    func verified(with key: JSONWebKey) throws -> VerifiedToken {
        VerifiedToken(header: try signed.verified(with: key).header, claims: try payload.get())
    }

    /// The issuer that the token names.
    ///
    /// - Throws: ``Refusal`` (`tokenMalformed`, `issuerMismatch`).
    package func issuer() throws -> String {
        guard let name = try payload.get().string("iss") else {
            throw Refusal(.issuerMismatch, "the token has no issuer (iss)")
        }
        return name
    }

    /// Whether the provider at an address may be meant; a provider names no issuer of another origin.
    ///
    /// - Throws: As ``issuer()``.
    package func mayBeFrom(_ address: Origin?) throws -> Bool {
        let issuer = try issuer()
        return address?.isOrigin(of: issuer) ?? false
    }

    /// How closely a token matches a provider.
    package enum Likeness: Sendable, Hashable {
        /// It names another issuer.
        case none
        /// It names the provider's issuer, but is for example of another user flow.
        case issuer
        /// It meets all rules for the provider's tokens.
        case full
    }

    /// How closely the token matches a provider, by the provider's own rules.
    package func likeness(to provider: IdentityProvider) -> Likeness {
        guard let claims = try? payload.get(), provider.issuer(of: claims) != nil else { return .none }
        return (try? provider.rules.checkToken(claims, provider.metadata.issuerAskedFor)) == nil ? .issuer : .full
    }
}

/// A token with a verified signature, and its claims.
package struct VerifiedToken: Sendable {
    /// The header, now verified by the signature.
    package let header: JWSHeader
    /// The claims, still to be judged.
    package let claims: Claims

    package init(header: JWSHeader, claims: Claims) {
        self.header = header
        self.claims = claims
    }

    /// The token's type (`typ`), in lower case and without `application/`; `nil` without one.
    ///
    /// RFC 7515 §4.1.9
    package var type: String? {
        header.type.map { type in
            let name = type.lowercased()
            return name.hasPrefix("application/") ? String(name.dropFirst("application/".count)) : name
        }
    }
}
