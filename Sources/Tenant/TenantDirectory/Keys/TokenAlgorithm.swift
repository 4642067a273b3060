// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
package import JOSE
import OAuth

/// The algorithms with which the provider signs; each client registers one for its ID tokens.
///
/// RFC 7518 §3.1, RFC 8037 §3.1
package enum TokenAlgorithm: String, Sendable, Codable, CaseIterable {
    case rs256 = "RS256"
    case ps256 = "PS256"
    case es256 = "ES256"
    case edDSA = "EdDSA"

    package var signature: SignatureAlgorithm {
        switch self {
        case .rs256: .rs256
        case .ps256: .ps256
        case .es256: .es256
        case .edDSA: .edDSA
        }
    }

    /// The claim that binds a code or an access token to an ID token: the left half of its hash.
    ///
    /// Ed25519 hashes with SHA-512 (RFC 8032 §5.1), so its half has 32 bytes. OpenID Connect Core §3.1.3.6, §3.3.2.11
    package func halfHash(of text: String) -> String {
        let data = Data(text.utf8)
        return self == .edDSA
            ? SHA512.hash(data: data).prefix(32).unpaddedBase64URL
            : SHA256.hash(data: data).prefix(16).unpaddedBase64URL
    }
}
