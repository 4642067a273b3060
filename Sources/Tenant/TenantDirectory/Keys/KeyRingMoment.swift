// SPDX-License-Identifier: Apache-2.0
import HTTPServing
package import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import SQLiteRecords
import TenantControl

struct KeyRingMoment: Sendable {
    let signing: RingKey
    let published: [RingKey]
    /// When each key's successor starts to sign; `nil` for the last key.
    let retirements: [Date?]
    let now: Date

    /// `keys` are sorted by `activeFrom`; before the first of these times, the first key signs.
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

package struct RingKey: Sendable {
    package let privateKey: JSONWebPrivateKey
    let createdAt: Date
    let publishedAt: Date
    let activeFrom: Date
}

struct RingKeyRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "ringKey"

    var id: Int64?
    let thumbprint: String
    /// As private JWK.
    let privateKey: Data
    let createdAt: Date
    let publishedAt: Date
    let activeFrom: Date

    init(_ key: RingKey) {
        thumbprint = key.privateKey.publicKey.thumbprint
        privateKey = key.privateKey.privateJSONData
        (createdAt, publishedAt, activeFrom) = (key.createdAt, key.publishedAt, key.activeFrom)
    }

    func key() throws -> RingKey {
        RingKey(
            privateKey: try JSONWebPrivateKey(jsonData: privateKey), createdAt: createdAt, publishedAt: publishedAt,
            activeFrom: activeFrom)
    }
}

/// The settings require keys that the tenant must not use.
package enum KeyRingError: Error, Sendable, Hashable, CustomStringConvertible {
    case developmentKeysBeyondLoopback
    case keysAreOwn
    case keysAreOfDevelopment

    package var description: String {
        switch self {
        case .developmentKeysBeyondLoopback:
            "the development keys are public, so other machines could forge tokens of this tenant; listen on "
                + "loopback without other names, or use --keys development-beyond-loopback"
        case .keysAreOwn:
            "the data folder has its own signing keys; for the development keys, use an empty folder"
        case .keysAreOfDevelopment:
            "the data folder has the development keys, which are public; use --keys development, or choose "
                + "another folder"
        }
    }

    package static func check(_ settings: TenantSettings) throws {
        guard settings.keys == .development, !settings.names.isLoopback else { return }
        throw developmentKeysBeyondLoopback
    }

    /// Public keys must not be mistaken for secret ones.
    static func check(_ keys: [RingKey], against source: SigningKeySource) throws {
        let known = Set(try DevelopmentKeys.all.get().ring.map(\.publicKey.thumbprint))
        let areKnown = keys.map { known.contains($0.privateKey.publicKey.thumbprint) }
        if source == .own, areKnown.contains(true) { throw keysAreOfDevelopment }
        if source != .own, areKnown.contains(false) { throw keysAreOwn }
    }
}
