// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import SQLiteRecords
import TenantCustomers
import TenantDirectory

extension Tenant: ManagedRecord {
    static var noun: String { "directory" }
    static var path: String { "/directories" }
    static var listOrder: [Column] { [Column.rowID] }
    static var nameColumn: String { "domain" }

    static func all(in tenant: Tenant?) -> QueryInterfaceRequest<Tenant> { order(listOrder) }

    init(
        reading object: inout DocumentObject, id: String?, in tenant: Tenant?, current: Tenant?,
        _ context: DocumentContext, _ database: Database
    ) {
        let domain = Self.domain(in: &object)
        let named = object.identifier("id")
        object.demand(named, toBe: id, "id")
        let kind = object.choice("kind", of: Kind.self) ?? .organization
        self.init(
            id: id ?? named ?? context.identifier(of: "directory", domain),
            displayName: object.requiredText("displayName"), domain: domain,
            passwordHash: object.passwordHash(context) ?? current?.passwordHash ?? "")
        self.kind = kind
        countryLetterCode = object.text("countryLetterCode", as: "two capital letters, such as GB") {
            $0.wholeMatch(of: #/[A-Z]{2}/#) != nil
        }
        preferredLanguage = object.text("preferredLanguage")
        isSecurityDefaultsEnabled = object.flag("isSecurityDefaultsEnabled", or: false)
        if (kind == .consumers) != (self.id == Self.consumersID) {
            object.complain(
                "kind",
                "The directory of personal accounts, and only that directory, must have the id \(Self.consumersID).",
                .conflict)
        }
        if domain == Self.consumersName, kind != .consumers {
            object.complain(
                "domain", "This name is reserved for the directory of personal accounts; choose a domain.", .conflict)
        }
        if let current, current.kind != kind {
            object.complain(
                "kind", "The kind of a directory cannot be changed; it is '\(current.kind.rawValue)'.", .conflict)
        }
    }

    func members(for audience: DocumentMembers.Audience) -> DocumentMembers {
        var members = DocumentMembers(for: audience)
        members.add("id", id)
        members.add("kind", kind.rawValue, ordinarily: Kind.organization.rawValue)
        members.add("displayName", displayName)
        members.add("domain", domain)
        members.add("countryLetterCode", countryLetterCode)
        members.add("preferredLanguage", preferredLanguage)
        members.add("isSecurityDefaultsEnabled", isSecurityDefaultsEnabled, ordinarily: false)
        if !passwordHash.isEmpty { members.addHash("passwordHash", passwordHash) }
        return members
    }

    private static func domain(in object: inout DocumentObject) -> String {
        let domain = object.text("domain", as: "a domain, such as aldervale.example") { text in
            text == consumersName
                || text.utf8.count <= 253 && text.wholeMatch(of: #/[A-Za-z0-9\-]+(\.[A-Za-z0-9\-]+)+/#) != nil
        }
        if domain == nil, !object.has("domain") { object.complain("domain", "'domain' is missing; give it a domain.") }
        return domain?.lowercased() ?? ""
    }

    private static let consumersName = "consumers"

    func judge(_ object: inout DocumentObject, _ database: Database) throws {
        if try Tenant.filter(Column("domain") == domain && Column("id") != id).isEmpty(database) == false {
            object.complain("domain", "Another directory has the domain '\(domain)'; choose another.", .conflict)
        }
    }

    func remove(_ database: Database) throws {
        guard let other = try Tenant.filter(Column("id") != id).order(Column.rowID).fetchOne(database) else {
            throw DocumentRefusal(
                at: "", "This is the last directory, and a tenant needs at least one; add another first.", .conflict)
        }
        for person in try DirectoryPerson.all(in: self).fetchAll(database) { try person.remove(database) }
        for customer in try Customer.all(in: self).fetchAll(database) { try customer.remove(database) }
        for app in try RegisteredApp.all(in: self).fetchAll(database) { try app.remove(database) }
        try BuiltInApp.move(to: other, database)
        try delete(database)
    }
}
