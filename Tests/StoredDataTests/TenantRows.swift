// SPDX-License-Identifier: Apache-2.0
import Foundation
import SQLiteRecords

@testable import TenantAuthorization
@testable import TenantCustomers
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantStandard
@testable import TenantTesting

/// Copies the rows of a tenant by the records of the program.
enum TenantRows {
    typealias Table = @Sendable (_ source: DatabasePool, _ target: DatabasePool) throws -> Void

    /// The tables with records; one comes after those to which it refers.
    static let tables: [Table] = [
        table(Tenant.self), table(DirectoryPerson.self), table(RegisteredApp.self), table(DirectoryGroup.self),
        table(ConsentRow.self), table(RingKeyRow.self), table(SessionRow.self), table(SessionClientRow.self),
        table(AuthorizationCodeRow.self), table(RefreshTokenRow.self), table(DeviceCodeRow.self),
        table(ConditionalAccessPolicy.self), table(TermsAcceptance.self), table(InboxMessage.self),
        table(OneTimeCodeEffort.self), table(Customer.self), table(UserFlowGrantRow.self), table(UserFlow.self),
        table(AttributeDefinition.self), table(StandardClient.self), table(StandardGrant.self),
        table(StandardCode.self), table(StandardRefreshToken.self), table(StandardAccessToken.self),
        table(StandardDeviceCode.self), table(Interaction.self),
        table(GuessRow.self), table(CustomerSessionRow.self), table(OneTimeCodeRow.self), table(FaultRow.self),
        table(AutomaticSignInRow.self), table(OneTimeSignInRow.self), table(StandardConsents.Row.self),
        table(StandardSessions.Row.self), table(PushedRequests.Row.self), table(UsedIdentifiers.Row.self),
    ]

    /// Tables that the database keeps itself, by triggers and by the index of people.
    static let derived = [
        "sqlite_sequence", "directoryChange", "memberChange", "personDirectory", "personSearch", "personWord",
        "personWord_data", "personWord_idx", "personWord_docsize", "personWord_config",
    ]

    /// Reads every row of a table as its record, and writes it to the other database, in the same order.
    private static func table<Record: FetchableRecord & PersistableRecord & Sendable>(_ type: Record.Type) -> Table {
        { source, target in
            let records = try source.readNow { try Record.order(Column.rowID).fetchAll($0) }
            try target.writeNow { database in for record in records { try record.insert(database) } }
        }
    }

    /// Copies what has no record: secrets, states with names, and the file that filled the tenant.
    static func copyOthers(from source: DatabasePool, to target: DatabasePool) throws {
        let (run, clock): (Int?, ClockState) = try source.readNow {
            (try TenantDatabase.state("seeded runs", in: $0), try ClockState.kept(in: $0))
        }
        let secrets = try source.readNow { database in
            try Row.fetchAll(database, sql: "SELECT name, value FROM secret") { try ($0[0] as String, $0[1] as Data) }
        }
        let pieces = try source.readNow {
            try Data.fetchAll($0, sql: "SELECT CAST(document AS BLOB) FROM tenantOrigin ORDER BY id")
        }
        try target.writeNow { database in
            try run.map { try TenantDatabase.keep($0, as: "seeded runs", in: database) }
            if clock != ClockState() { try clock.keep(in: database) }
            for (name, value) in secrets {
                try database.execute(sql: "INSERT INTO secret (name, value) VALUES (?, ?)", arguments: [name, value])
            }
            for piece in pieces { try TenantOrigin.append(Array(piece), in: database) }
        }
    }
}
