// SPDX-License-Identifier: Apache-2.0
import GRDB
import JOSE
import TenantDirectory

/// A section whose members are rows of a table as they encode themselves, each of one directory.
///
/// Files name the directory by `directory`, where the row says `tenantID`.
protocol RowsSection: TenantFileSection {
    associatedtype Row: Codable & FetchableRecord & PersistableRecord & Sendable

    /// What one of them is called in a report.
    static var noun: String { get }

    /// The order in which files list the rows.
    static var order: [Column] { get }

    /// Why a row cannot be kept; `nil` if it can.
    static func problem(of row: Row) -> String?
}

extension RowsSection {
    static func problem(of row: Row) -> String? { nil }

    static func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws {
        var report = run.report
        _ = try file.objects(name) { object in
            guard let row = try row(in: &object, database) else { return }
            report.count(noun, isNew: try row.exists(database) == false)
            try row.save(database)
        }
        report.close(noun, total: try Row.fetchCount(database))
        run.report = report
    }

    private static func row(in object: inout DocumentObject, _ database: Database) throws -> Row? {
        let directory = object.requiredText("directory")
        // All of it is known, also where nothing can be made of it.
        var members = object.takeAll()
        guard object.problems.isEmpty else { return nil }
        guard let tenant = try Tenant.find(directory, in: nil, database) else {
            object.complain("directory", "No directory has the id or domain '\(directory)'; add it first.", .conflict)
            return nil
        }
        members["directory"] = nil
        members["tenantID"] = .string(tenant.id)
        let row = try object.value(Row.self, from: members)
        if let row, let problem = problem(of: row) { object.complain(nil, "This cannot be kept: \(problem).") }
        return object.problems.isEmpty ? row : nil
    }

    static func content(of database: Database) throws -> JSONValue? {
        let rows = try Row.order(order).fetchAll(database)
        guard !rows.isEmpty else { return nil }
        return .array(
            try rows.map { row in
                var members = try DocumentObject.written(row).object ?? [:]
                members["directory"] = members.removeValue(forKey: "tenantID")
                return .object(members)
            })
    }
}
