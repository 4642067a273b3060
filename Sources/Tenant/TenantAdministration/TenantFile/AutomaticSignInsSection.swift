// SPDX-License-Identifier: Apache-2.0
import GRDB
import JOSE
import TenantControl
import TenantCustomers
import TenantDirectory
import TenantStandard
import TenantTesting

/// The automatic sign-ins: for an app, the person that its requests are answered for at once.
enum AutomaticSignInsSection: TenantFileSection {
    static let name = "automaticSignIns"

    static func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws {
        guard file.problems.isEmpty else {
            _ = file.take(name)
            return
        }
        var report = run.report
        _ = try file.objects(name) { object in
            guard var signIn = try object.value(AutomaticSignIn.self) else { return }
            if let app = try RegisteredApp.find(signIn.clientID, in: nil, database) {
                signIn.clientID = app.id
            } else if try StandardClient.exists(database, key: signIn.clientID) == false {
                object.complain(
                    "clientId", "No app has this client id; add it to 'apps', or to 'standardClients'.", .conflict)
                return
            }
            guard try isKnown(signIn.person, database) else {
                object.complain("person", "Nobody in the directories has this id or name; add them first.", .conflict)
                return
            }
            report.count("automatic sign-in", isNew: try AutomaticSignIns.keep(signIn, in: database))
        }
        report.close("automatic sign-in", total: try AutomaticSignIns.all(in: database).count)
        run.report = report
    }

    private static func isKnown(_ person: String, _ database: Database) throws -> Bool {
        let id = person.lowercased()
        let people = DirectoryPerson.filter(Column("id") == id || Column("userPrincipalName") == person)
        let customers = Customer.filter(Column("id") == id || Column("email") == person)
        return try !people.isEmpty(database) || !customers.isEmpty(database)
    }

    static func content(of database: Database) throws -> JSONValue? {
        let signIns = try AutomaticSignIns.all(in: database).map { try DocumentObject.written($0) }
        return signIns.isEmpty ? nil : .array(signIns)
    }
}
