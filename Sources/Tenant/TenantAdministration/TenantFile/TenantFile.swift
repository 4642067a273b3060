// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import SQLiteRecords
import TenantCustomers
import TenantDirectory
import TenantEntra

/// The whole content of a tenant as one JSON document, to be stored beside the tests that need it.
enum TenantFile {
    /// The sections in the order of reading: later sections refer to records of earlier ones.
    static let sections: [any TenantFileSection] = [
        DirectoriesSection(), AppsSection(), ConsentsSection(),
        RowsSection<AttributeDefinition>(name: "customAttributes", noun: "custom attribute", order: "name"),
        RowsSection<UserFlow>(name: "userFlows", noun: "user flow", order: "name") { $0.problem },
        RowsSection<ConditionalAccessPolicy>(
            name: "conditionalAccessPolicies", noun: "policy of Conditional Access", order: "id"),
        StandardClientsSection(), AutomaticSignInsSection(), FaultsSection(), ClockSection(), LifetimesSection(),
        KeysSection(),
    ]

    /// The version of the format.
    static let version = 1

    /// Imports a file into a database, completely or not at all.
    ///
    /// Call it in a transaction, which an error rolls back. `progress` gets the read part of a large document, from 0
    /// to 1.
    ///
    /// - Throws: ``DocumentRefusal`` with all errors.
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

    /// Writes the file that would recreate the content of a database, in pieces.
    static func write(_ database: Database, to write: @escaping (_ piece: [UInt8]) throws -> Void) throws {
        try TenantFileWriter.file(to: write) { file in
            try file.member("version", .number("\(version)"))
            for section in sections { try section.write(database, to: &file) }
        }
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
