// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import SQLiteRecords
import TenantDirectory

/// A section with rows of a table in their `Codable` form, each row of one directory.
///
/// Files name the directory in the member `directory`, in place of the row's `tenantID`.
struct RowsSection<Row: Codable & FetchableRecord & PersistableRecord & Sendable>: TenantFileList {
    let name: String
    /// The singular noun for one row in a report.
    let noun: String
    /// The column after the directory in the order in which files list the rows.
    let order: String
    /// The reason why a row is refused; `nil` if it is valid.
    var problem: @Sendable (Row) -> String? = { _ in nil }

    func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws {
        try file.objects(name) { object in
            guard let row = try row(in: &object, database) else { return }
            run.report.count(noun, isNew: try row.exists(database) == false)
            try row.save(database)
        }
        run.report.close(noun, total: try Row.fetchCount(database))
    }

    private func row(in object: inout DocumentObject, _ database: Database) throws -> Row? {
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
        if let row, let problem = problem(row) { object.complain(nil, "This is invalid: \(problem).") }
        return object.problems.isEmpty ? row : nil
    }

    func entries(of database: Database) throws -> [JSONValue] {
        try Row.order([Column("tenantID"), Column(order)]).fetchAll(database).map { row in
            var members = try DocumentObject.written(row).object ?? [:]
            members["directory"] = members.removeValue(forKey: "tenantID")
            return .object(members)
        }
    }
}
