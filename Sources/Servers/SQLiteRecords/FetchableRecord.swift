// SPDX-License-Identifier: Apache-2.0

/// A `Decodable` type needs no further code: each property is read from the column of its name, as JSON if no column
/// can hold its type.
package protocol FetchableRecord: RowReadable {
    init(row: Row) throws
}

extension FetchableRecord {
    package static func read(_ row: Row) throws -> Self? { try Self(row: row) }
}

extension FetchableRecord where Self: Decodable {
    /// Throws ``ResultCode/mismatch`` for a value of another type, which the error does not contain.
    package init(row: Row) throws {
        do { try self.init(from: RowDecoder(row: row)) } catch is NeedsJSON {
            throw DatabaseError.misuse("a record is a structure of properties")
        }
    }
}
