// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import TenantControl

/// The uses of a ring's keys at one time.
struct KeyRingMoment: Sendable {
    let signing: RingKey
    let published: [RingKey]
    /// When each key's successor begins to sign; `nil` for the last key.
    let retirements: [Date?]
    let now: Date

    /// Computes the uses of a ring's keys, which are sorted by the time from which they sign.
    ///
    /// If the clock shows a time before all keys, the first one signs.
    init(_ keys: [RingKey], now: Date) {
        let retirements = keys.indices.map { keys.indices.contains($0 + 1) ? keys[$0 + 1].activeFrom : nil }
        let current = keys.lastIndex { $0.activeFrom <= now } ?? keys.startIndex
        self.retirements = retirements
        self.now = now
        signing = keys[current]
        published = keys.indices.filter { index in
            index == current
                || keys[index].publishedAt <= now
                    && retirements[index].map { now < $0 + KeyRing.afterlife } ?? true
        }
        .map { keys[$0] }
    }
}

extension KeyRingReport {
    /// The keys of a ring, and the uses of each at a time.
    init(_ keys: [RingKey], at moment: KeyRingMoment, name: (JSONWebPrivateKey) throws -> String) rethrows {
        let published = Set(moment.published.map(\.privateKey.publicKey.thumbprint))
        let signing = moment.signing.privateKey.publicKey.thumbprint
        self.init(
            keys: try zip(keys, moment.retirements).map { key, retiredAt in
                let thumbprint = key.privateKey.publicKey.thumbprint
                return Key(
                    keyID: try name(key.privateKey), createdAt: key.createdAt, publishedAt: key.publishedAt,
                    activeFrom: key.activeFrom, retiredAt: retiredAt, published: published.contains(thumbprint),
                    signing: thumbprint == signing)
            })
    }
}
