// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import SQLiteRecords
import TenantCustomers
import TenantDirectory

/// The whole content of a tenant as one JSON document, to be stored beside the tests that need it.
enum TenantFile {
    /// The sections in the order of reading: later sections refer to records of earlier ones.
    static let sections: [any TenantFileSection.Type] = [
        DirectoriesSection.self, AppsSection.self, ConsentsSection.self, CustomAttributesSection.self,
        UserFlowsSection.self, ConditionalAccessSection.self, StandardClientsSection.self,
        AutomaticSignInsSection.self, FaultsSection.self, ClockSection.self, LifetimesSection.self, KeysSection.self,
    ]

    /// The version of the format.
    static let version = 1

    /// Imports a file into a database, completely or not at all.
    ///
    /// - Parameters:
    ///   - file: The document.
    ///   - isReplacing: Whether records that the file does not name are removed, with all sign-ins.
    ///   - context: The time, the password hashes and the source of ids.
    ///   - database: The database, inside a transaction that an error rolls back.
    ///   - progress: Gets the read part of a large document, from 0 to 1.
    /// - Returns: The numbers of imported records.
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
        try close(&run.report, database)
        return run.report
    }

    /// Writes the file that would recreate the content of a database, in pieces.
    static func write(_ database: Database, to write: @escaping (_ piece: [UInt8]) throws -> Void) throws {
        try TenantFileWriter.file(
            { file in
                try file.member("version", .number("\(version)"))
                for section in sections { try section.write(database, to: &file) }
            }, to: write)
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
