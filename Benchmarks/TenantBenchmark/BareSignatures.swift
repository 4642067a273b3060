// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemCryptography

/// What one RS256 signature costs: swift-crypto, and nothing of ours.
struct BareSignatures: Sendable {
    private let key: _RSA.Signing.PrivateKey
    private let message = Data(repeating: 0x61, count: 900)

    init() throws {
        key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    }

    func sign() throws {
        _ = try key.signature(for: message, padding: .insecurePKCS1v1_5)
    }
}
