// SPDX-License-Identifier: Apache-2.0
import GRDB
import TenantCustomers
import TenantDirectory

extension Customer: ManagedRecord {
    static var noun: String { "customer" }

    static func all(in tenant: Tenant?) -> QueryInterfaceRequest<Customer> {
        let all = order(Column("email"), Column("id"))
        return tenant.map { all.filter(Column("tenantID") == $0.id) } ?? all
    }

    static func find(_ name: String, in tenant: Tenant?, _ database: Database) throws -> Customer? {
        try all(in: tenant).filter(Column("id") == name.lowercased() || Column("email") == name).fetchOne(database)
    }

    static func read(
        _ object: inout DocumentObject, id: String?, in tenant: Tenant?, current: Customer?,
        _ context: DocumentContext, _ database: Database
    ) throws -> Customer {
        if let tenant, tenant.kind != .customers {
            object.complain(
                nil, "Customers belong to directories of kind 'customers'; '\(tenant.domain)' has people.", .conflict)
        }
        return Customer(reading: &object, id: id, in: tenant?.id ?? "", current: current, context)
    }

    func judge(_ object: inout DocumentObject, _ database: Database) throws {
        if let other = try Customer.fetchOne(database, key: id), other.tenantID != tenantID {
            object.complain("id", "A customer of another directory has the id \(id); choose another.", .conflict)
        }
        let namesake = Customer.filter(
            Column("tenantID") == tenantID && Column("email") == email && Column("id") != id)
        if try namesake.isEmpty(database) == false {
            object.complain("email", "Another customer has the address '\(email)'; choose another.", .conflict)
        }
    }

    func endWhatChanged(since current: Customer, _ context: DocumentContext, _ database: Database) throws -> Customer {
        guard passwordHash != current.passwordHash else { return self }
        try SignInEnd.revoke(ofCustomer: id, database)
        var changed = self
        changed.grantsEndedAt = context.now
        return changed
    }

    func remove(_ database: Database) throws {
        try SignInEnd.end(ofCustomer: id, database)
        try delete(database)
    }
}
