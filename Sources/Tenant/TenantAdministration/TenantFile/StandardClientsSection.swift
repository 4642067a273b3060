// SPDX-License-Identifier: Apache-2.0
import GRDB
import JOSE
import TenantDirectory
import TenantStandard

/// The clients of the standard provider, under the names of their registration.
enum StandardClientsSection: TenantFileSection {
    static let name = "standardClients"

    static func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws {
        var report = run.report
        var seen: Set<String> = []
        _ = try file.objects(name) { object in
            let client = StandardClient(reading: &object)
            guard object.problems.isEmpty else { return }
            guard seen.insert(client.id).inserted else {
                object.complain("client_id", "The file has this client twice; take one away.")
                return
            }
            report.count("standard client", isNew: try client.exists(database) == false)
            // An upsert, because a replaced row would delete the grants of the client.
            try client.upsert(database)
        }
        report.close("standard client", total: try StandardClient.fetchCount(database))
        run.report = report
    }

    static func content(of database: Database) throws -> JSONValue? {
        let clients = try StandardClient.order(Column("id")).fetchAll(database)
        return clients.isEmpty ? nil : .array(clients.map(\.fileObject))
    }
}
