// SPDX-License-Identifier: Apache-2.0

/// A change of the tables, made once in each database; versions only go forward.
package struct PostgresMigration: Sendable {
    let version: Int64
    /// The change in a few words, for people who look into the database.
    let name: String
    /// The version that a program must know at least, to work with the tables after the change.
    let compatibleSince: Int64
    let statements: [PostgresStatement]

    /// Describes a change.
    ///
    /// - Parameters:
    ///   - version: The version of the tables after the change, from 1.
    ///   - name: The change in a few words.
    ///   - compatibleSince: The oldest version whose programs work with the tables after the change: a lower one if it
    ///     only adds a column with a default, a table or an index.
    ///   - statements: The statements, one each.
    package init(_ version: Int64, _ name: String, compatibleSince: Int64, _ statements: [StaticString]) {
        (self.version, self.name, self.compatibleSince) = (version, name, compatibleSince)
        self.statements = statements.map { .write($0) }
    }
}
