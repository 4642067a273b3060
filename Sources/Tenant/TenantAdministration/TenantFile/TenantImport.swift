// SPDX-License-Identifier: Apache-2.0
import GRDB
import TenantDirectory

/// One import of a tenant file into a database.
struct TenantImport {
    let context: DocumentContext
    var report = TenantImportReport()
    private var seen: Set<String> = []
    private var pending: [(inout DocumentObject, Database) throws -> Void] = []

    init(_ context: DocumentContext) {
        self.context = context
    }

    /// Imports one record; references to other records are resolved after all records are imported.
    mutating func take<Record: ManagedRecord>(
        _ type: Record.Type, _ object: inout DocumentObject, in tenant: Tenant?, _ database: Database
    ) throws -> Record {
        let draft = try Record.read(&object, id: nil, in: tenant, current: nil, context, database)
        guard object.problems.isEmpty else { return draft }
        guard seen.insert("\(Record.noun) \(draft.id)").inserted else {
            object.complain(nil, "The file has this \(Record.noun) (\(draft.id)) twice; take one away.")
            return draft
        }
        try draft.judge(&object, database)
        guard object.problems.isEmpty else { return draft }
        report.count(Record.noun, isNew: try draft.exists(database) == false)
        try draft.save(database)
        let place = object.pointer
        pending.append { file, database in
            var object = DocumentObject([:], at: place)
            try draft.resolved(&object, database).update(database)
            for problem in object.problems { file.complain(at: problem.pointer, problem.message, problem.kind) }
        }
        return draft
    }

    /// Resolves the references between records.
    mutating func finish(_ file: inout DocumentObject, _ database: Database) throws {
        // References to refused records would cause further errors, so the first errors are reported alone.
        guard file.problems.isEmpty else { return }
        for step in pending { try step(&file, database) }
    }
}
