// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import SQLiteRecords
import TenantCustomers
import TenantDirectory
import TenantEntra

/// A section with rows of a table in their `Codable` form, each row of one directory.
///
/// Files name the directory in the member `directory`, in place of the row's `tenantID`.
protocol RowsSection: TenantFileList {
    associatedtype Row: Codable & FetchableRecord & PersistableRecord & Sendable

    /// The singular noun for one row in a report.
    static var noun: String { get }

    /// The order in which files list the rows.
    static var order: [Column] { get }

    /// The reason why a row is refused; `nil` if it is valid.
    static func problem(of row: Row) -> String?
}

extension RowsSection {
    static func problem(of row: Row) -> String? { nil }

    static func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws {
        try file.objects(name) { object in
            guard let row = try row(in: &object, database) else { return }
            run.report.count(noun, isNew: try row.exists(database) == false)
            try row.save(database)
        }
        run.report.close(noun, total: try Row.fetchCount(database))
    }

    private static func row(in object: inout DocumentObject, _ database: Database) throws -> Row? {
        let directory = object.requiredText("directory")
        // All members are taken first, so that a refused row causes no further errors about unknown members.
        var members = object.takeAll()
        guard object.problems.isEmpty else { return nil }
        guard let tenant = try Tenant.find(directory, in: nil, database) else {
            object.complain("directory", "No directory has the id or domain '\(directory)'; add it first.", .conflict)
            return nil
        }
        members["directory"] = nil
        members["tenantID"] = .string(tenant.id)
        let row = try object.value(Row.self, from: members)
        if let row, let problem = problem(of: row) { object.complain(nil, "This is invalid: \(problem).") }
        return object.problems.isEmpty ? row : nil
    }

    static func entries(of database: Database) throws -> [JSONValue] {
        try Row.order(order).fetchAll(database).map { row in
            var members = try DocumentObject.written(row).object ?? [:]
            members["directory"] = members.removeValue(forKey: "tenantID")
            return .object(members)
        }
    }
}

/// The user flows of directories of customers.
enum UserFlowsSection: RowsSection {
    typealias Row = UserFlow

    static let name = "userFlows"
    static let noun = "user flow"
    static let order = [Column("tenantID"), Column("name")]

    static func problem(of row: UserFlow) -> String? { row.problem }
}

/// The custom attributes of directories of customers.
enum CustomAttributesSection: RowsSection {
    typealias Row = AttributeDefinition

    static let name = "customAttributes"
    static let noun = "custom attribute"
    static let order = [Column("tenantID"), Column("name")]
}

/// The Conditional Access policies of directories.
enum ConditionalAccessSection: RowsSection {
    typealias Row = ConditionalAccessPolicy

    static let name = "conditionalAccessPolicies"
    static let noun = "policy of Conditional Access"
    static let order = [Column("tenantID"), Column("id")]
}
