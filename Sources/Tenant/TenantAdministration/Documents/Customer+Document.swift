// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import PortableFoundation
import SQLiteRecords
import TenantCustomers
import TenantDirectory

extension Customer: ManagedRecord {
    static var noun: String { "customer" }
    static var path: String { "\(Tenant.path)/:directory/customers" }
    static var listOrder: [Column] { [Column("email"), Column("id")] }
    static var nameColumn: String { "email" }

    init(
        reading object: inout DocumentObject, id: String?, in tenant: Tenant?, current: Customer?,
        _ context: DocumentContext, _ database: Database
    ) {
        if let tenant, tenant.kind != .customers {
            object.complain(
                nil, "Customers belong to directories of kind 'customers'; '\(tenant.domain)' has people.", .conflict)
        }
        let tenantID = tenant?.id ?? ""
        let named = object.identifier("id")
        object.demand(named, toBe: id, "id")
        if !object.has("email") { object.complain("email", "'email' is missing; give the address to sign in with.") }
        let email = object.text("email", as: "an email address", where: Self.isEmailAddress).map(EmailAddress.folded)
        self.init(
            id: id ?? named ?? context.identifier(of: "customer", "\(tenantID) \(email ?? "")"), tenantID: tenantID,
            email: email ?? "", displayName: object.requiredText("displayName"),
            passwordHash: object.passwordHash(context) ?? current?.passwordHash ?? "")
        givenName = object.text("givenName")
        surname = object.text("surname")
        grantsEndedAt = object.date("grantsEndedAt")
        failedAttempts = object.integer("failedAttempts", in: 0...1_000_000) ?? 0
        lockedUntil = object.date("lockedUntil")
        attributes = Self.attributes(in: &object)
        phone = object.text("phone")
        accountEnabled = object.flag("accountEnabled", or: true)
    }

    private static func attributes(in object: inout DocumentObject) -> [String: AttributeValue] {
        var attributes: [String: AttributeValue] = [:]
        for (name, value) in object.members(of: "attributes") {
            switch value {
            case .string(let text): attributes[name] = .text(text)
            case .boolean(let flag): attributes[name] = .boolean(flag)
            default:
                guard let number = value.double.flatMap({ Int(exactly: $0) }) else {
                    object.complainInside(
                        "attributes/\(name)", "This must be a string, a whole number, true, or false.")
                    continue
                }
                attributes[name] = .number(number)
            }
        }
        return attributes
    }

    private static func isEmailAddress(_ text: String) -> Bool {
        EmailAddress.isWellFormed(text)
            && text.wholeMatch(of: #/[A-Za-z0-9.!#$%&*+\/=?^_{|}~'\-]+@[A-Za-z0-9\-]+(\.[A-Za-z0-9\-]+)+/#) != nil
    }

    func members(for audience: DocumentMembers.Audience) -> DocumentMembers {
        var members = DocumentMembers(for: audience)
        for (name, text) in [
            ("id", id), ("email", email), ("displayName", displayName), ("givenName", givenName), ("surname", surname),
        ] {
            members.add(name, text)
        }
        if !passwordHash.isEmpty { members.addHash("passwordHash", passwordHash) }
        members.add("grantsEndedAt", grantsEndedAt)
        members.add("failedAttempts", .number("\(failedAttempts)"), ordinarily: .number("0"))
        members.add("lockedUntil", lockedUntil)
        members.add("attributes", .object(attributes.mapValues(\.json)), ordinarily: .object([:]))
        members.add("phone", phone)
        members.add("accountEnabled", accountEnabled, ordinarily: true)
        return members
    }

    func judge(_ object: inout DocumentObject, _ database: Database) throws {
        if let other = try Customer.fetchOne(database, key: id), other.tenantID != tenantID {
            object.complain("id", "A customer of another directory has the id \(id); choose another.", .conflict)
        }
        let namesake = Customer.filter(Column("tenantID") == tenantID && Column("email") == email && Column("id") != id)
        if try namesake.isEmpty(database) == false {
            object.complain("email", "Another customer has the address '\(email)'; choose another.", .conflict)
        }
    }

    func endWhatChanged(since current: Customer, _ context: DocumentContext, _ database: Database) throws -> Customer {
        guard passwordHash != current.passwordHash else { return self }
        try GrantRevocation.revoke(ofCustomer: id, database)
        var changed = self
        changed.grantsEndedAt = context.now
        return changed
    }

    func remove(_ database: Database) throws {
        try GrantRevocation.end(ofCustomer: id, database)
        try delete(database)
    }
}
