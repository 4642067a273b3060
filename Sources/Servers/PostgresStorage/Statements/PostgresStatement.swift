// SPDX-License-Identifier: Apache-2.0

/// A statement of this program, with `$1`, `$2` for its parameters; each connection prepares it once.
package struct PostgresStatement: Sendable, Hashable {
    /// Whether a repetition harms nothing.
    package enum Kind: Sendable {
        /// It changes nothing, so a lost connection sends it again over another one.
        case read
        /// It changes something, and is never sent again if it may have taken place.
        case write
    }

    let sql: String
    let kind: Kind

    /// A statement that reads.
    package static func read(_ sql: StaticString) -> Self { Self(sql: sql.description, kind: .read) }

    /// A statement that changes something.
    package static func write(_ sql: StaticString) -> Self { Self(sql: sql.description, kind: .write) }
}
