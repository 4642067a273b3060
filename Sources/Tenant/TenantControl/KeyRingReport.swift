// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The keys of a tenant, as its own API shows them: without anything that is secret.
public struct KeyRingReport: Codable, Sendable, Hashable {
    /// One key.
    public struct Key: Codable, Sendable, Hashable {
        /// The `kid` of the tokens of Entra ID that it signs.
        ///
        /// Azure AD B2C and the standard provider have names of their own for the same key.
        public let keyID: String
        /// When it was made.
        public let createdAt: Date
        /// From when on it is in the key set.
        public let publishedAt: Date
        /// From when on it signs.
        public let activeFrom: Date
        /// When another key signs in its place; `nil` if none is to.
        public let retiredAt: Date?
        /// Whether it is in the key set now.
        public let published: Bool
        /// Whether it signs now.
        public let signing: Bool

        package init(
            keyID: String, createdAt: Date, publishedAt: Date, activeFrom: Date, retiredAt: Date?, published: Bool,
            signing: Bool
        ) {
            self.keyID = keyID
            self.createdAt = createdAt
            self.publishedAt = publishedAt
            self.activeFrom = activeFrom
            self.retiredAt = retiredAt
            self.published = published
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

/// When a new key is to sign.
public struct KeyRotation: Codable, Sendable, Hashable {
    /// For how many seconds the key is published before it signs; a day if nothing is said.
    public var publishedFor: Double?

    /// Creates a rotation.
    public init(publishedFor: Double? = nil) {
        self.publishedFor = publishedFor
    }

    /// A day: what keeps key sets for less has the new key in time.
    package static let usualLead: Double = 86_400
}
