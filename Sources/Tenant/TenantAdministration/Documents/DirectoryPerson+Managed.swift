// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import TenantDirectory

extension DirectoryPerson: ManagedRecord {
    static var noun: String { "person" }

    static func all(in tenant: Tenant?) -> QueryInterfaceRequest<DirectoryPerson> {
        let everybody = order(Column("userPrincipalName"))
        return tenant.map { everybody.filter(Column("tenantID") == $0.id) } ?? everybody
    }

    static func find(_ name: String, in tenant: Tenant?, _ database: Database) throws -> DirectoryPerson? {
        try all(in: tenant).filter(Column("id") == name.lowercased() || Column("userPrincipalName") == name)
            .fetchOne(database)
    }

    static func read(
        _ object: inout DocumentObject, id: String?, in tenant: Tenant?, current: DirectoryPerson?,
        _ context: DocumentContext, _ database: Database
    ) throws -> DirectoryPerson {
        DirectoryPerson(reading: &object, id: id, in: tenant?.id ?? "", current: current, context)
    }

    func judge(_ object: inout DocumentObject, _ database: Database) throws {
        if let other = try DirectoryPerson.fetchOne(database, key: id), other.tenantID != tenantID {
            object.complain("id", "Somebody in another directory has the id \(id); choose another.", .conflict)
        }
        let namesake = DirectoryPerson.filter(Column("userPrincipalName") == userPrincipalName && Column("id") != id)
        if try namesake.isEmpty(database) == false {
            object.complain(
                "userPrincipalName", "Somebody else has the user name '\(userPrincipalName)'; choose another.",
                .conflict)
        }
    }

    func resolved(_ object: inout DocumentObject, _ database: Database) throws -> DirectoryPerson {
        guard let name = managerID else { return self }
        guard let manager = try DirectoryPerson.find(name, in: try Tenant.fetchOne(database, key: tenantID), database)
        else {
            object.complain(
                "manager", "Nobody in the directory has the id or user name '\(name)'; add them, or take this away.",
                .conflict)
            return self
        }
        var copy = self
        copy.managerID = manager.id
        return copy
    }

    func endWhatChanged(
        since current: DirectoryPerson, _ context: DocumentContext, _ database: Database
    ) throws -> DirectoryPerson {
        guard passwordHash != current.passwordHash || (current.accountEnabled && !accountEnabled) else { return self }
        var changed = self
        try changed.revokeSignInSessions(at: context.now, database)
        if passwordHash != current.passwordHash { changed.lastPasswordChangeDateTime = context.now }
        return changed
    }

    func remove(_ database: Database) throws {
        try SignInEnd.end(of: id, database)
        try DirectoryPerson.filter(Column("managerID") == id).updateAll(database, Column("managerID").set(to: nil))
        try DirectoryGroup.forget(id, in: tenantID, database)
        try delete(database)
    }
}
