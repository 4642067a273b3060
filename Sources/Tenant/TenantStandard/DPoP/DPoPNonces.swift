// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import OAuth
import TenantDirectory

/// Values that a proof must carry to show that it is fresh; nothing has to be kept for them.
///
/// RFC 9449 §8
struct DPoPNonces: Sendable {
    /// How long a nonce is the current one, in seconds; it is good for as long again.
    static let period = 300

    let key: [UInt8]
    let now: Date

    /// The nonce to use from now on.
    var current: String { nonce(of: now.seconds / Self.period) }

    /// Whether a nonce was given out lately.
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
    /// The nonces of this moment.
    var nonces: DPoPNonces { DPoPNonces(key: keys.nonceKey, now: settings.now()) }
}
