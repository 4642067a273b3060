// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import SignIn

/// What was found out about a token's signature.
enum SignatureFinding: Sendable, Hashable {
    /// A key of the provider signed it.
    case holds(issuer: String)
    /// It must not be believed.
    case fails(reason: String)
    /// Nobody looked.
    case unchecked(reason: String)

    /// Checks a signature with a provider's keys.
    static func of(_ token: InspectedToken, by provider: IdentityProvider) async -> SignatureFinding {
        // Microsoft Graph's tokens carry a nonce in the header, which is hashed before they are signed.
        if token.header["nonce"] != nil {
            return .unchecked(reason: "only the API that it is for can check it")
        }
        do {
            let unverified = try UnverifiedJWS(token.text.revealed, accepting: Set(SignatureAlgorithm.allCases))
            let key = try await provider.keys.key(for: unverified.header)
            _ = try unverified.verified(with: key)
            return .holds(issuer: provider.metadata.issuer)
        } catch let error as TransportError {
            return .unchecked(reason: error.message)
        } catch let refusal as Refusal where refusal.code == .keyUnknown {
            return .fails(reason: "none of the keys of \(provider.metadata.issuer) signed it")
        } catch {
            return .fails(reason: "it does not fit the token: something was changed, or another key signed it")
        }
    }

    /// The line for people.
    var line: String {
        switch self {
        case .holds(let issuer): "holds: a key of \(issuer) signed it"
        case .fails(let reason): "does not hold: \(reason)"
        case .unchecked(let reason): "not checked: \(reason)"
        }
    }
}
