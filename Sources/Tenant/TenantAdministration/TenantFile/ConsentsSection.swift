// SPDX-License-Identifier: Apache-2.0
import GRDB
import JOSE
import TenantDirectory

/// The consent to apps, of people and of administrators for all people.
enum ConsentsSection: TenantFileSection {
    static let name = "consents"

    static func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws {
        guard file.problems.isEmpty else {
            _ = file.take(name)
            return
        }
        var parts = run
        _ = try file.objects(name) { object in
            let grant = try ConsentGrant(reading: &object, database)
            guard object.problems.isEmpty else { return }
            let isNew = try ConsentGrant.find(grant.id, database) == nil
            try grant.save(at: parts.context.now, database)
            parts.report.count("consent", isNew: isNew)
        }
        run = parts
    }

    static func content(of database: Database) throws -> JSONValue? {
        let grants = try ConsentGrant.all(database)
        return grants.isEmpty ? nil : .array(grants.map { $0.members(for: .file).object })
    }
}
