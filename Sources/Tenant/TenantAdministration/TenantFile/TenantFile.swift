// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import JOSE
import TenantCustomers
import TenantDirectory

/// The whole content of a tenant as one JSON document, to be kept beside the tests that need it.
enum TenantFile {
    /// What stands in one, in the order in which it is read: later sections name what earlier ones brought.
    static let sections: [any TenantFileSection.Type] = [
        DirectoriesSection.self, AppsSection.self, ConsentsSection.self, CustomAttributesSection.self,
        UserFlowsSection.self, ConditionalAccessSection.self, StandardClientsSection.self,
        AutomaticSignInsSection.self, FaultsSection.self, ClockSection.self, KeysSection.self,
    ]

    /// The version of the form.
    static let version = 1

    /// Takes a file into a database, or nothing of it.
    ///
    /// - Parameters:
    ///   - members: The document.
    ///   - isReplacing: Whether what the file does not name goes, with all sign-ins.
    ///   - context: What the reader must know.
    ///   - database: The database, inside of a transaction that an error undoes.
    /// - Returns: What it brought.
    /// - Throws: ``DocumentRefusal`` with everything that is wrong.
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

    /// The file that would make a database what it is.
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
