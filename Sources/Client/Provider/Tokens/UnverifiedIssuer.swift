// SPDX-License-Identifier: Apache-2.0
package import Foundation
import HTTPTransport
import JOSE
package import OAuth

/// The issuer that a token names before any check: an attacker may have written it.
///
/// It only selects the providers to try, and returns no claims; the provider's own rules then judge the token from its
/// beginning.
package struct UnverifiedIssuer: Sendable {
    private let name: String
    private let claims: Claims

    /// Reads a token without trusting it.
    ///
    /// - Throws: ``Refusal`` (`tokenMalformed`, `issuerMismatch`).
    package init(of token: Redacted<String>) throws {
        do {
            // It refuses a token that is too long, or without exactly three parts.
            _ = try UnverifiedJWS(token.revealed, accepting: Set(SignatureAlgorithm.allCases))
            let parts = token.revealed.split(separator: ".", omittingEmptySubsequences: false)
            claims = try Claims(payload: try Base64URL.decode(parts[1]))
        } catch let error as JOSEError {
            throw Refusal(explaining: error)
        }
        guard let name = claims.string("iss") else {
            throw Refusal(.issuerMismatch, "the token does not say who issued it (iss)")
        }
        self.name = name
    }

    /// Whether the provider at an address may be meant; a provider names no issuer of another origin.
    package func mayBe(at address: URL) -> Bool {
        guard let url = URL(string: name) else { return false }
        return Origin.isShared(by: url, address)
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
        guard provider.issuer(of: claims) != nil else { return .none }
        return (try? provider.rules.checkToken(claims, provider.metadata.issuerAskedFor)) == nil ? .issuer : .full
    }
}
