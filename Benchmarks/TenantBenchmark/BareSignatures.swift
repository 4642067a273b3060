// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemCryptography

/// What one RS256 signature costs: the crypto library, and nothing else.
struct BareSignatures: Sendable {
    private let key: RSA.PrivateKey
    private let message = Data(repeating: 0x61, count: 900)

    init() throws { key = try RSA.PrivateKey(RSA.PrivateKey.generateNumbers(bits: 2048)) }

    func sign() throws {
        _ = try key.signature(for: SHA256.hash(data: message), padding: .pkcs1v15)
    }
}
