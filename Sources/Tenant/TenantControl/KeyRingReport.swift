// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// A tenant's signing keys, without secrets, as reported by its API.
///
/// ```swift
/// let report = try await tenant.rotateKeys(publishedFor: .seconds(0))
/// let signing = report.keys.filter(\.signing).map(\.keyID)
/// #expect(report.keys.count > 1 && signing.count == 1)
/// ```
public struct KeyRingReport: Codable, Sendable, Hashable {
    /// One key.
    public struct Key: Codable, Sendable, Hashable {
        /// The `kid` of Entra ID tokens that the key signs.
        ///
        /// Azure AD B2C and the standard provider use other IDs for the same key.
        public let keyID: String
        /// The time when the tenant created the key.
        public let createdAt: Date
        /// The time when the key is added to the key set.
        public let publishedAt: Date
        /// The time when the key starts to sign.
        public let activeFrom: Date
        /// The time when another key takes over; `nil` without a next key.
        public let retiredAt: Date?
        /// Whether the key is in the key set.
        public let published: Bool
        /// Whether the key is the one that signs.
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

    /// The keys, in signing order.
    public let keys: [Key]

    package init(keys: [Key]) { self.keys = keys }
}

/// A request for a new signing key.
///
/// ```swift
/// let rotation = KeyRotation(publishedFor: 60)  // signs one minute later
/// let content = try JSONEncoder().encode(rotation)
/// try await tenant.administration.send("POST", "keys/rotate", content)
/// ```
public struct KeyRotation: Codable, Sendable, Hashable {
    /// The number of seconds that the key is published before it signs; by default one day.
    public var publishedFor: Double?

    /// Creates a rotation.
    public init(publishedFor: Double? = nil) { self.publishedFor = publishedFor }

    /// Long enough for clients that cache key sets for up to a day.
    package static let usualLead: Double = 86_400
}
