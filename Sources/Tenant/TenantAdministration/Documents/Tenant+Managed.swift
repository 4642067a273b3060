// SPDX-License-Identifier: Apache-2.0
import GRDB
import TenantCustomers
import TenantDirectory

extension Tenant: ManagedRecord {
    static var noun: String { "directory" }

    static func all(in tenant: Tenant?) -> QueryInterfaceRequest<Tenant> { order(Column.rowID) }

    static func find(_ name: String, in tenant: Tenant?, _ database: Database) throws -> Tenant? {
        try filter(Column("id") == name.lowercased() || Column("domain") == name).fetchOne(database)
    }

    static func read(
        _ object: inout DocumentObject, id: String?, in tenant: Tenant?, current: Tenant?, _ context: DocumentContext,
        _ database: Database
    ) throws -> Tenant { Tenant(reading: &object, id: id, current: current, context) }

    func judge(_ object: inout DocumentObject, _ database: Database) throws {
        if try Tenant.filter(Column("domain") == domain && Column("id") != id).isEmpty(database) == false {
            object.complain("domain", "Another directory has the domain '\(domain)'; choose another.", .conflict)
        }
    }

    /// Removes the directory with all its records.
    ///
    /// - Throws: ``DocumentRefusal`` if it is the last one.
    func remove(_ database: Database) throws {
        guard let other = try Tenant.filter(Column("id") != id).order(Column.rowID).fetchOne(database) else {
            throw DocumentRefusal(
                at: "", "This is the last directory, and a tenant needs one; add another first.", .conflict)
        }
        for person in try DirectoryPerson.all(in: self).fetchAll(database) { try person.remove(database) }
        for customer in try Customer.all(in: self).fetchAll(database) { try customer.remove(database) }
        for app in try RegisteredApp.all(in: self).fetchAll(database) { try app.remove(database) }
        try BuiltInApp.move(to: other, database)
        try delete(database)
    }
}
