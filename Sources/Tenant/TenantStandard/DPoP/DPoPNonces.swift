// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import OAuth
import TenantDirectory

/// Nonces that show that a proof is fresh; they are computed from a key, so none is stored.
///
/// RFC 9449 §8
struct DPoPNonces: Sendable {
    /// How long a nonce is current, in seconds; it is accepted for as long again.
    static let period = 300

    let key: [UInt8]
    let now: Date

    /// The nonce for new proofs.
    var current: String { nonce(of: now.seconds / Self.period) }

    /// Whether a nonce is the current one or the one before.
    func accepts(_ nonce: String) -> Bool {
        let period = now.seconds / Self.period
        return [period, period - 1].contains { self.nonce(of: $0).isSameSecret(as: nonce) }
    }

    private func nonce(of period: Int) -> String {
        HMAC<SHA256>.authenticationCode(for: Data("DPoP nonce \(period)".utf8), using: SymmetricKey(data: key))
            .unpaddedBase64URL
    }
}

extension StandardProvider {
    /// The nonces at the current time.
    var nonces: DPoPNonces { DPoPNonces(key: keys.nonceKey, now: settings.now()) }
}
