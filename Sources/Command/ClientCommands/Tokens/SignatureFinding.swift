// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import SignIn

/// The result of checking a token's signature.
enum SignatureFinding: Sendable, Hashable {
    /// A key of the provider signed the token.
    case holds(issuer: String)
    /// The signature is invalid.
    case fails(reason: String)
    /// The signature was not checked.
    case unchecked(reason: String)

    /// Checks a signature with a provider's keys.
    static func of(_ token: InspectedToken, by provider: IdentityProvider) async -> SignatureFinding {
        // Microsoft Graph's tokens have a nonce in the header, and the signature covers a hash of it.
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

    /// The line for the terminal.
    var line: String {
        switch self {
        case .holds(let issuer): "holds: a key of \(issuer) signed it"
        case .fails(let reason): "does not hold: \(reason)"
        case .unchecked(let reason): "not checked: \(reason)"
        }
    }
}
