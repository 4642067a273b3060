// SPDX-License-Identifier: Apache-2.0
import GRDB
import JOSE
import TenantDirectory

/// The registered apps of all directories.
enum AppsSection: TenantFileSection {
    static let name = "apps"

    static func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws {
        var parts = run
        _ = try file.objects(name) { try parts.take(RegisteredApp.self, &$0, in: nil, database) }
        run = parts
    }

    static func content(of database: Database) throws -> JSONValue? {
        let apps = try RegisteredApp.all(in: nil).fetchAll(database)
        return apps.isEmpty ? nil : .array(apps.map(\.fileObject))
    }
}
