// SPDX-License-Identifier: Apache-2.0
import GRDB
import JOSE
import TenantDirectory

/// One top-level member of a tenant file: reads and writes its tables.
///
/// A new section is a new type and an entry in ``TenantFile/sections``.
protocol TenantFileSection: Sendable {
    /// The member's name.
    static var name: String { get }

    /// Imports the section into the database; errors are recorded in the object.
    static func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws

    /// The section for the current content of a database; `nil` if it is empty.
    static func content(of database: Database) throws -> JSONValue?
}
