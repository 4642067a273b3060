// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SQLiteRecords
import TenantDirectory

/// One import of a tenant file into a database.
struct TenantImport {
    let context: DocumentContext
    var report = TenantImportReport()
    private let progress: (_ finished: Double) -> Void
    /// The ids by the noun of their kind; a file may have a million of them.
    private var seen: [String: Set<UUID>] = [:]
    private var pending: [(inout DocumentObject, Database) throws -> Void] = []
    private var count = 0

    /// The number of records between two reports of the progress.
    private static let progressInterval = 250

    init(_ context: DocumentContext, progress: @escaping (_ finished: Double) -> Void) {
        (self.context, self.progress) = (context, progress)
    }

    /// Imports one record; references to other records are resolved after all records are imported.
    mutating func take<Record: ManagedRecord>(
        _ type: Record.Type, _ object: inout DocumentObject, in tenant: Tenant?, _ database: Database
    ) throws -> Record {
        let draft = try Record(reading: &object, id: nil, in: tenant, current: nil, context, database)
        guard object.problems.isEmpty else { return draft }
        guard let key = UUID(uuidString: draft.id), seen[Record.noun, default: []].insert(key).inserted else {
            object.complain(nil, "The file contains this \(Record.noun) (\(draft.id)) twice; remove one.")
            return draft
        }
        try draft.judge(&object, database)
        guard object.problems.isEmpty else { return draft }
        let isNew = try !Self.holds(Record.databaseTableName, draft.id, database)
        report.count(Record.noun, isNew: isNew)
        if isNew { try draft.insert(database) } else { try draft.update(database) }
        count += 1
        if count.isMultiple(of: Self.progressInterval), let finished = object.finished { progress(finished) }
        guard draft.namesOthers else { return draft }
        pending.append { [id = draft.id, place = object.pointer] file, database in
            // It is read again, so that a large import keeps no records.
            let saved = try Record.find(database, key: id)
            var object = DocumentObject([:], at: place)
            try saved.resolved(&object, database).updateChanges(database, from: saved)
            for problem in object.problems { file.complain(at: problem.pointer, problem.message, problem.kind) }
        }
        return draft
    }

    private static func holds(_ table: String, _ id: String, _ database: Database) throws -> Bool {
        try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM \"\(table)\" WHERE id = ?)", arguments: [id])
            ?? false
    }

    /// Resolves the references between records.
    mutating func finish(_ file: inout DocumentObject, _ database: Database) throws {
        // References to refused records would cause further errors, so the first errors are reported alone.
        guard file.problems.isEmpty else { return }
        for step in pending where !file.hasMostProblems { try step(&file, database) }
    }
}
