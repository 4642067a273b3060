// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth

/// What the reader of a document needs to know beside it.
struct DocumentContext: Sendable {
    /// The passwords of the document, hashed.
    let hashes: PasswordHashes
    let now: Date
    let random: RandomSource
    /// Whether it is a tenant file: something without an id then gets one that follows from its name.
    var isFile = false

    /// Whether the tenant may use keys that everybody knows: nobody else reaches it, or whoever started it knows.
    var allowsDevelopmentKeys = false

    /// The id of something that has none in the document.
    func identifier(of kind: String, _ name: String) -> String {
        isFile ? Identifier.of(kind, name) : random.identifier()
    }
}
