// SPDX-License-Identifier: Apache-2.0
package import HTTPTransport
package import JSONWebSignatures
package import OAuthMessages

/// A token with an unverified signature, which an attacker may have written; its issuer only selects the providers to
/// try.
package struct UnverifiedToken: Sendable {
    let signed: UnverifiedJWS
    private let payload: Result<Claims, Refusal>

    /// Invalid claims throw only in ``issuer()``, or after the signature check.
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

    /// For providers whose metadata list none: each is asymmetric, and matches only its kind of key.
    package static let allAlgorithms = Set(SignatureAlgorithm.allCases)

    func verified(with key: JSONWebKey) throws -> VerifiedToken {
        VerifiedToken(header: try signed.verified(with: key).header, claims: try payload.get())
    }

    package func issuer() throws -> String {
        guard let name = try payload.get().string("iss") else {
            throw Refusal(.issuerMismatch, "the token has no issuer (iss)")
        }
        return name
    }

    /// Whether the token may be from the provider at a URL; a provider names no issuer of another origin.
    package func mayBeFrom(_ address: Origin?) throws -> Bool {
        let issuer = try issuer()
        return address?.isOrigin(of: issuer) ?? false
    }

    package enum Likeness: Sendable, Hashable {
        case none
        /// It names the provider's issuer but is, for example, from another user flow.
        case issuer
        case full
    }

    package func likeness(to provider: IdentityProvider) -> Likeness {
        guard let claims = try? payload.get(), provider.issuer(of: claims) != nil else { return .none }
        return (try? provider.rules.checkToken(claims, provider.metadata.issuerAskedFor)) == nil ? .issuer : .full
    }
}

package struct VerifiedToken: Sendable {
    package let header: JWSHeader
    /// The claims, not yet validated.
    package let claims: Claims

    package init(header: JWSHeader, claims: Claims) {
        self.header = header
        self.claims = claims
    }

    /// In lower case and without `application/`. RFC 7515 §4.1.9
    package var type: String? {
        header.type.map { type in
            let name = type.lowercased()
            return name.hasPrefix("application/") ? String(name.dropFirst("application/".count)) : name
        }
    }
}
