// SPDX-License-Identifier: Apache-2.0
package import Foundation
import HTTPTransport
import JOSE
package import OAuth

/// Who a token says has issued it, which anyone may have written.
///
/// It answers one question, whose keys to try, and gives nothing out; the provider's own rules then judge the token
/// from its beginning.
package struct UnverifiedIssuer: Sendable {
    private let name: String
    private let claims: Claims

    /// Looks into a token without believing it.
    ///
    /// - Throws: ``Refusal`` (`tokenMalformed`, `issuerMismatch`).
    package init(of token: Redacted<String>) throws {
        do {
            // It refuses what is too long, and anything but three parts.
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

    /// Whether the provider at an address may be meant; nobody writes tokens in the name of another origin.
    package func mayBe(at address: URL) -> Bool {
        guard let url = URL(string: name) else { return false }
        return Origin(url) == Origin(address)
    }

    /// How far a token says that it is a provider's.
    package enum Likeness: Sendable, Hashable {
        /// It names another issuer.
        case none
        /// It names the provider's issuer, but is of another of its user flows, say.
        case issuer
        /// It says everything that the provider's tokens say.
        case full
    }

    /// How far the token says that it is a provider's, by the provider's own rules.
    package func likeness(to provider: IdentityProvider) -> Likeness {
        guard provider.issuer(of: claims) != nil else { return .none }
        return (try? provider.rules.checkToken(claims, provider.metadata.issuerAskedFor)) == nil ? .issuer : .full
    }
}
