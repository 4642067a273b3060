// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
package import PortableFoundation
import SystemCryptography

/// Nonces that show that a proof is fresh; they are computed from a key, so none is stored.
///
/// RFC 9449 §8
package struct DPoPNonces: Sendable {
    /// How long a nonce is current, in seconds; it is accepted for as long again.
    package static let period = 300

    private let key: [UInt8]
    private let now: Date

    /// Creates the nonces of a moment.
    ///
    /// - Parameters:
    ///   - key: A secret of 32 bytes; servers that share it accept each other's nonces.
    ///   - now: The time.
    package init(key: [UInt8], now: Date) {
        (self.key, self.now) = (key, now)
    }

    package var current: String { nonce(of: number) }

    package func accepts(_ nonce: String) -> Bool {
        [number, number - 1].contains { self.nonce(of: $0).isSameSecret(as: nonce) }
    }

    private var number: Int { Int((now.timeIntervalSince1970 / Double(Self.period)).rounded(.down)) }

    private func nonce(of period: Int) -> String {
        HMAC<SHA256>.authenticationCode(for: Data("DPoP nonce \(period)".utf8), using: SymmetricKey(data: key))
            .unpaddedBase64URL
    }
}
