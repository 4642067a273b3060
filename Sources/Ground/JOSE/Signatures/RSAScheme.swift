// SPDX-License-Identifier: Apache-2.0

import SystemCryptography

/// The padding and the digest of an RSA algorithm.
struct RSAScheme {
    let padding: RSA.Padding
    let digest: Digest

    enum Digest { case sha256, sha384, sha512 }

    /// - Returns: Nil for an algorithm of another key type.
    init?(_ algorithm: SignatureAlgorithm) {
        switch algorithm {
        case .rs256: self.init(padding: .pkcs1v15, digest: .sha256)
        case .rs384: self.init(padding: .pkcs1v15, digest: .sha384)
        case .rs512: self.init(padding: .pkcs1v15, digest: .sha512)
        case .ps256: self.init(padding: .pss, digest: .sha256)
        case .ps384: self.init(padding: .pss, digest: .sha384)
        case .ps512: self.init(padding: .pss, digest: .sha512)
        case .es256, .es384, .es512, .edDSA: return nil
        }
    }

    private init(padding: RSA.Padding, digest: Digest) {
        self.padding = padding
        self.digest = digest
    }
}
