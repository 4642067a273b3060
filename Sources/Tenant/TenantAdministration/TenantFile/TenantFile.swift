// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import PortableFoundation
import SQLiteRecords
import TenantCustomers
import TenantDirectory
import TenantEntra

enum TenantFile {
    /// In reading order: later sections refer to records of earlier ones.
    static let sections: [any TenantFileSection] = [
        DirectoriesSection(), AppsSection(), ConsentsSection(),
        RowsSection<AttributeDefinition>(name: "customAttributes", noun: "custom attribute", order: "name"),
        RowsSection<UserFlow>(name: "userFlows", noun: "user flow", order: "name") { $0.problem },
        RowsSection<ConditionalAccessPolicy>(
            name: "conditionalAccessPolicies", noun: "policy of Conditional Access", order: "id"),
        StandardClientsSection(), AutomaticSignInsSection(), FaultsSection(), ClockSection(), LifetimesSection(),
        KeysSection(),
    ]

    static let version = 1

    /// Throws ``DocumentRefusal`` with all errors; call it in a transaction, which an error rolls back.
    static func take(
        _ file: DocumentObject, isReplacing: Bool, _ context: DocumentContext, into database: Database,
        progress: @escaping (_ finished: Double) -> Void = { _ in }
    ) throws -> TenantImportReport {
        var file = file
        _ = file.text("$schema", maximum: 2048)
        if file.integer("version", in: version...version) == nil, file.problems.isEmpty {
            file.complain("version", "'version' is missing; this tenant reads version \(version).")
        }
        if isReplacing { try TenantReset.clear(database) }
        var run = TenantImport(context, progress: progress)
        for section in sections {
            try section.read(&file, into: &run, database)
            try BuiltInApp.registerWhereMissing(database)
        }
        try run.finish(&file, database)
        try file.finish()
        if try Tenant.fetchCount(database) == 0 {
            throw DocumentRefusal(at: "/directories", "A tenant needs at least one directory; add one.", .conflict)
        }
        for record in ManagedRecords.all {
            run.report.close(record.noun, total: try record.count(database))
        }
        run.report.close("consent", total: try ConsentGrant.all(database).count)
        return run.report
    }

    static func write(_ database: Database, to write: @escaping (_ piece: [UInt8]) throws -> Void) throws {
        try TenantFileWriter.file(to: write) { file in
            try file.member("version", .number("\(version)"))
            for section in sections { try section.write(database, to: &file) }
        }
    }
}

package struct TenantFileError: Error, Sendable, Hashable {
    /// One line per error: a JSON pointer, the cause, and the remedy.
    package let problems: [String]

    init(_ refusal: DocumentRefusal) { problems = refusal.problems.map(\.description) }
}

struct TenantImport {
    let context: DocumentContext
    var report = TenantImportReport()
    private let progress: (_ finished: Double) -> Void
    /// IDs by the noun of their kind; a file may have a million of them.
    private var seen: [String: Set<UUID>] = [:]
    private var pending: [(inout DocumentObject, Database) throws -> Void] = []
    private var count = 0

    private static let progressInterval = 250

    init(_ context: DocumentContext, progress: @escaping (_ finished: Double) -> Void) {
        (self.context, self.progress) = (context, progress)
    }

    /// References to other records are resolved after all records are imported.
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
            // Read again, so that a large import keeps no records in memory.
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

    mutating func finish(_ file: inout DocumentObject, _ database: Database) throws {
        // References to rejected records would cause further errors, so only the first errors are reported.
        guard file.problems.isEmpty else { return }
        for step in pending where !file.hasMostProblems { try step(&file, database) }
    }
}
