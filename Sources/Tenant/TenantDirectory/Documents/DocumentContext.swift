// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import OAuth

/// What the reader of a document needs to know beside it.
package struct DocumentContext: Sendable {
    /// The passwords of the document, hashed.
    package let hashes: PasswordHashes
    package let now: Date
    package let random: RandomSource
    /// Whether it is a tenant file: something without an id then gets one that follows from its name.
    package var isFile = false

    /// Whether the tenant may use keys that everybody knows: nobody else reaches it, or whoever started it knows.
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

    /// The id of something that has none in the document.
    package func identifier(of kind: String, _ name: String) -> String {
        isFile ? Identifier.of(kind, name) : random.identifier()
    }
}
