// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
package import JOSE

/// A key of a tenant's ring, ready to sign.
package struct RingKey: Sendable {
    package let privateKey: JSONWebPrivateKey
    /// The time at which it was made.
    let createdAt: Date
    /// The time from which it is published.
    let publishedAt: Date
    /// The time from which it signs, until the next key signs.
    let activeFrom: Date
}

/// A key in the database.
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

    /// The key.
    ///
    /// - Throws: `JOSEError` if it cannot be read.
    func key() throws -> RingKey {
        RingKey(
            privateKey: try JSONWebPrivateKey(jsonData: privateKey), createdAt: createdAt, publishedAt: publishedAt,
            activeFrom: activeFrom)
    }
}
