// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import JSONWebSignatures
import SQLiteRecords
import TenantCustomers
import TenantDirectory

enum ManagedRecords {
    static let all: [any ManagedRecord.Type] = [
        Tenant.self, DirectoryPerson.self, DirectoryGroup.self, Customer.self, RegisteredApp.self,
    ]
}

/// A record that tenant files and the API add, change, and remove.
protocol ManagedRecord: FetchableRecord, PersistableRecord, Sendable {
    static var noun: String { get }

    /// The path of the list in the API, with `:directory` if each record belongs to one.
    static var path: String { get }

    static var listOrder: [Column] { get }

    static var nameColumn: String { get }

    var id: String { get }

    static func all(in tenant: Tenant?) -> QueryInterfaceRequest<Self>

    /// Records errors in the object; `id` is the request's; secrets stay unless the document has others.
    init(
        reading object: inout DocumentObject, id: String?, in tenant: Tenant?, current: Self?,
        _ context: DocumentContext, _ database: Database
    ) throws

    func judge(_ object: inout DocumentObject, _ database: Database) throws

    var namesOthers: Bool { get }

    /// Replaces names of other records by IDs; unknown names are recorded in the object.
    func resolved(_ object: inout DocumentObject, _ database: Database) throws -> Self

    /// Ends sessions and grants that must not outlive a change, such as after a new password.
    func endWhatChanged(since current: Self, _ context: DocumentContext, _ database: Database) throws -> Self

    /// Also removes all references to the record.
    func remove(_ database: Database) throws

    func members(for audience: DocumentMembers.Audience) -> DocumentMembers
}

extension ManagedRecord {
    static var nameColumn: String { "id" }

    static func all(in tenant: Tenant?) -> QueryInterfaceRequest<Self> {
        let all = order(listOrder)
        return tenant.map { all.filter(Column("tenantID") == $0.id) } ?? all
    }

    static func find(_ name: String, in tenant: Tenant?, _ database: Database) throws -> Self? {
        try all(in: tenant).filter(Column("id") == name.lowercased() || Column(nameColumn) == name).fetchOne(database)
    }

    static func count(_ database: Database) throws -> Int { try all(in: nil).fetchCount(database) }

    var namesOthers: Bool { false }

    func resolved(_ object: inout DocumentObject, _ database: Database) throws -> Self { self }

    func endWhatChanged(since current: Self, _ context: DocumentContext, _ database: Database) throws -> Self { self }
}

/// A JSON Merge Patch: `null` removes a member, and lists are replaced whole. RFC 7396
enum MergePatch {
    static func apply(_ patch: [String: JSONValue], to members: [String: JSONValue]) -> [String: JSONValue] {
        patch.reduce(into: members) { members, change in
            switch change.value {
            case .null: members[change.key] = nil
            case .object(let inner): members[change.key] = .object(apply(inner, to: members[change.key]?.object ?? [:]))
            default: members[change.key] = change.value
            }
        }
    }
}

enum RecordChange: Sendable {
    case adding
    case putting(String)
    case patching(String)

    var name: String? {
        switch self {
        case .adding: nil
        case .putting(let name), .patching(let name): name
        }
    }

    func document<Record: ManagedRecord>(
        _ members: [String: JSONValue], over current: Record?
    ) throws -> [String: JSONValue] {
        guard case .patching(let name) = self else { return members }
        guard let current else { throw AdministrationProblem.unknown(Record.noun, name) }
        return MergePatch.apply(members, to: current.members(for: .program).values)
    }

    /// The ID from the path, which must be a GUID for a new record; `nil` if the document chooses it.
    func identifier<Record: ManagedRecord>(of current: Record?) throws -> String? {
        if let current { return current.id }
        guard let name else { return nil }
        guard Identifier.isWellFormed(name) else {
            throw AdministrationProblem(
                .notFound,
                "There is no \(Record.noun) '\(name.prefix(120))' here; to add one with PUT, use a GUID in the path."
            )
        }
        return name.lowercased()
    }
}
