// SPDX-License-Identifier: Apache-2.0
package import Foundation
import OAuth

/// A secret of an app, as the database stores it.
package struct PasswordCredential: Sendable, Hashable, Codable {
    /// The ``SecretHash`` of the secret.
    package let secretHash: String
    /// The time at which it expires; never if `nil`.
    package var endsAt: Date?

    package init(secret: String, endsAt: Date? = nil) {
        secretHash = SecretHash.of(secret)
        self.endsAt = endsAt
    }

    /// A secret of which only the hash is known.
    package init(secretHash: String, endsAt: Date? = nil) {
        self.secretHash = secretHash
        self.endsAt = endsAt
    }

    /// Whether this is the secret.
    func accepts(_ secret: String) -> Bool { secretHash.isSameSecret(as: SecretHash.of(secret)) }
}
