// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The keys of a tenant in its own API, without secrets.
///
/// ```swift
/// let report = try await tenant.rotateKeys(publishedFor: .seconds(0))
/// let signing = report.keys.filter(\.signing).map(\.keyID)
/// #expect(report.keys.count > 1 && signing.count == 1)
/// ```
public struct KeyRingReport: Codable, Sendable, Hashable {
    /// One key.
    public struct Key: Codable, Sendable, Hashable {
        /// The `kid` of the tokens of Entra ID that it signs.
        ///
        /// Azure AD B2C and the standard provider name the same key differently.
        public let keyID: String
        /// The time at which the tenant made it.
        public let createdAt: Date
        /// The time from which it is in the key set.
        public let publishedAt: Date
        /// The time from which it signs.
        public let activeFrom: Date
        /// The time from which another key signs; `nil` without a next key.
        public let retiredAt: Date?
        /// Whether it is in the key set now.
        public let published: Bool
        /// Whether it signs now.
        public let signing: Bool

        package init(
            keyID: String, createdAt: Date, publishedAt: Date, activeFrom: Date, retiredAt: Date?, published: Bool,
            signing: Bool
        ) {
            (self.keyID, self.createdAt, self.publishedAt) = (keyID, createdAt, publishedAt)
            (self.activeFrom, self.retiredAt, self.published) = (activeFrom, retiredAt, published)
            self.signing = signing
        }

        private enum CodingKeys: String, CodingKey {
            case keyID = "keyId"
            case createdAt, publishedAt, activeFrom, retiredAt, published, signing
        }
    }

    /// The keys, in the order in which they sign.
    public let keys: [Key]

    package init(keys: [Key]) { self.keys = keys }
}

/// A request for a new signing key.
///
/// ```swift
/// let rotation = KeyRotation(publishedFor: 60)  // it signs a minute later
/// let content = try JSONEncoder().encode(rotation)
/// try await tenant.administration.send("POST", "keys/rotate", content)
/// ```
public struct KeyRotation: Codable, Sendable, Hashable {
    /// The seconds for which the key is published before it signs; the default is a day.
    public var publishedFor: Double?

    /// Creates a rotation.
    public init(publishedFor: Double? = nil) {
        self.publishedFor = publishedFor
    }

    /// A day: clients that cache key sets for less have the new key in time.
    package static let usualLead: Double = 86_400
}
