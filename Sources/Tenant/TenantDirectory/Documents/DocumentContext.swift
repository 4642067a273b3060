// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import OAuth

/// The values that a reader of a document needs besides the document.
package struct DocumentContext: Sendable {
    /// The passwords of the document, hashed.
    package let hashes: PasswordHashes
    package let now: Date
    package let random: RandomSource
    /// Whether it is a tenant file: an object without an id then gets an id derived from its name.
    package var isFile = false

    /// Whether the tenant may use the public development keys: it is on loopback, or its settings accept the risk.
    package var allowsDevelopmentKeys = false

    package init(
        hashes: PasswordHashes, now: Date, random: RandomSource, isFile: Bool = false,
        allowsDevelopmentKeys: Bool = false
    ) {
        self.hashes = hashes
        self.now = now
        self.random = random
        self.isFile = isFile
        self.allowsDevelopmentKeys = allowsDevelopmentKeys
    }

    /// The id of an object without an id in the document.
    package func identifier(of kind: String, _ name: String) -> String {
        isFile ? Identifier.of(kind, name) : random.identifier()
    }
}
