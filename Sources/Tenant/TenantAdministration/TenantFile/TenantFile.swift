// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import JOSE
import TenantCustomers
import TenantDirectory

/// The whole content of a tenant as one JSON document, to be stored beside the tests that need it.
enum TenantFile {
    /// The sections in the order of reading: later sections refer to records of earlier ones.
    static let sections: [any TenantFileSection.Type] = [
        DirectoriesSection.self, AppsSection.self, ConsentsSection.self, CustomAttributesSection.self,
        UserFlowsSection.self, ConditionalAccessSection.self, StandardClientsSection.self,
        AutomaticSignInsSection.self, FaultsSection.self, ClockSection.self, KeysSection.self,
    ]

    /// The version of the format.
    static let version = 1

    /// Imports a file into a database, completely or not at all.
    ///
    /// - Parameters:
    ///   - members: The document.
    ///   - isReplacing: Whether records that the file does not name are removed, with all sign-ins.
    ///   - context: The time, the password hashes and the source of ids.
    ///   - database: The database, inside a transaction that an error rolls back.
    /// - Returns: The numbers of imported records.
    /// - Throws: ``DocumentRefusal`` with all errors.
    static func take(
        _ members: [String: JSONValue], isReplacing: Bool, _ context: DocumentContext, into database: Database
    ) throws -> TenantImportReport {
        var file = DocumentObject(members)
        _ = file.text("$schema", maximum: 2048)
        if file.integer("version", in: version...version) == nil, file.problems.isEmpty {
            file.complain("version", "'version' is missing; this tenant reads version \(version).")
        }
        if isReplacing { try TenantReset.clear(database) }
        var run = TenantImport(context)
        for section in sections {
            try section.read(&file, into: &run, database)
            try BuiltInApp.registerWhereMissing(database)
        }
        try run.finish(&file, database)
        try file.finish()
        if try Tenant.fetchCount(database) == 0 {
            throw DocumentRefusal(at: "/directories", "A tenant needs at least one directory; add one.", .conflict)
        }
        try close(&run.report, database)
        return run.report
    }

    /// The file that would recreate the content of a database.
    static func content(of database: Database) throws -> JSONValue {
        var members: [String: JSONValue] = ["version": .number("\(version)")]
        for section in sections { members[section.name] = try section.content(of: database) }
        return .object(members)
    }

    private static func close(_ report: inout TenantImportReport, _ database: Database) throws {
        report.close(Tenant.noun, total: try Tenant.fetchCount(database))
        report.close(DirectoryPerson.noun, total: try DirectoryPerson.fetchCount(database))
        report.close(DirectoryGroup.noun, total: try DirectoryGroup.fetchCount(database))
        report.close(Customer.noun, total: try Customer.fetchCount(database))
        report.close(RegisteredApp.noun, total: try RegisteredApp.all(in: nil).fetchCount(database))
        report.close("consent", total: try ConsentGrant.all(database).count)
    }
}

/// A refused tenant file; nothing of it was imported.
package struct TenantFileError: Error, Sendable, Hashable {
    /// A line for each error: a JSON pointer, the cause and the remedy.
    package let problems: [String]

    init(_ refusal: DocumentRefusal) {
        problems = refusal.problems.map(\.description)
    }
}

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
