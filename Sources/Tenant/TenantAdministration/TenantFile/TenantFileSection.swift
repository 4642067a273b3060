// SPDX-License-Identifier: Apache-2.0
import GRDB
import JOSE
import TenantDirectory

/// One member of a tenant file at its top: reads and writes the tables behind it.
///
/// A new one is a type of its own and a line in ``TenantFile/sections``.
protocol TenantFileSection: Sendable {
    /// The member's name.
    static var name: String { get }

    /// Takes what the file says into the database; what is wrong is written down in the object.
    static func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws

    /// What a file would say of the database as it is; `nil` if there is nothing to say.
    static func content(of database: Database) throws -> JSONValue?
}
