// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import JOSE

/// A section whose members are rows of a table as they encode themselves, each of one directory.
///
/// Files name the directory by `directory`, where the row says `tenantID`.
protocol RowsSection: TenantFileSection {
    associatedtype Row: Codable & FetchableRecord & PersistableRecord & Sendable

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
            report.count(name, isNew: try row.exists(database) == false)
            try row.save(database)
        }
        run.report = report
    }

    private static func row(in object: inout DocumentObject, _ database: Database) throws -> Row? {
        let directory = object.requiredText("directory")
        guard object.problems.isEmpty else { return nil }
        guard let tenant = try Tenant.find(directory, in: nil, database) else {
            object.complain("directory", "No directory has the id or domain '\(directory)'; add it first.", .conflict)
            return nil
        }
        var members = object.takeAll()
        members["directory"] = nil
        members["tenantID"] = .string(tenant.id)
        do {
            let row = try decoder.decode(Row.self, from: Data(JSONValue.object(members).text.utf8))
            let known = try Self.members(of: row)
            for name in members.keys.sorted() where members[name] != .null && known[name] == nil {
                let hint = NameSuggestion.sentence(for: name, in: Array(known.keys))
                object.complain(name, "Nothing here is called '\(name.prefix(40))'\(hint)")
            }
            if let problem = problem(of: row) { object.complain(nil, "This cannot be kept: \(problem).") }
            return object.problems.isEmpty ? row : nil
        } catch let error as DecodingError {
            object.complain(at: object.pointer + error.pointer, error.sentence)
            return nil
        }
    }

    static func content(of database: Database) throws -> JSONValue? {
        let rows = try Row.order(order).fetchAll(database)
        guard !rows.isEmpty else { return nil }
        return .array(
            try rows.map { row in
                var members = try members(of: row)
                members["directory"] = members.removeValue(forKey: "tenantID")
                return .object(members)
            })
    }

    private static func members(of row: Row) throws -> [String: JSONValue] {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        return try StrictJSON.object(in: try encoder.encode(row))
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}

extension DecodingError {
    private var place: (path: [any CodingKey], what: String) {
        switch self {
        case .keyNotFound(let key, let context): (context.codingPath, "'\(key.stringValue)' is missing.")
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            (context.codingPath, "This is not what belongs here: \(context.debugDescription)")
        @unknown default: ([], "This cannot be read.")
        }
    }

    fileprivate var pointer: String {
        place.path.map { "/\($0.intValue.map(String.init) ?? $0.stringValue)" }.joined()
    }

    fileprivate var sentence: String { place.what }
}
