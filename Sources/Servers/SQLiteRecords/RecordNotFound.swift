// SPDX-License-Identifier: Apache-2.0

/// A record's row, which the call requires, does not exist.
package struct RecordNotFound: Error, Sendable, Hashable, CustomStringConvertible {
    /// The table without the row.
    package let table: String

    /// The cause; it does not contain the key.
    package var description: String { "the table '\(table)' has no row with this primary key" }
}
