// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemCryptography

extension SignatureAlgorithm {
    /// The left half of a text's hash; an ID token holds it for the access token or the code beside it.
    ///
    /// The ID token's algorithm decides the hash. EdDSA names none: Ed25519 hashes with SHA-512 (RFC 8032 §5.1), and
    /// providers use that.
    ///
    /// OpenID Connect Core §3.1.3.6, §3.3.2.11
    package func leftHalfHash(of text: String) -> String {
        let data = Data(text.utf8)
        return switch self {
        case .rs256, .ps256, .es256: Base64URL.encode(Array(SHA256.hash(data: data)).prefix(16))
        case .rs384, .ps384, .es384: Base64URL.encode(Array(SHA384.hash(data: data)).prefix(24))
        case .rs512, .ps512, .es512, .edDSA: Base64URL.encode(Array(SHA512.hash(data: data)).prefix(32))
        }
    }
}
