// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import PortableFoundation
package import SQLiteRecords
import TenantAuthorization
package import TenantControl
import TenantDirectory

package struct FaultStore: Sendable {
    let database: TenantDatabase

    /// The limit of rules: every request is compared with all of them.
    package static let capacity = 1000

    package static let tableName = "faultRule"

    package func all() async throws -> [FaultReport] {
        try await database.cached(CachedTable(name: Self.tableName, read: Self.all))
    }

    package static func all(in database: Database) throws -> [FaultReport] {
        try FaultRow.order(Column("id")).fetchAll(database).map(\.report)
    }

    package static func replace(with rules: [FaultRule], in database: Database) throws {
        try FaultRow.deleteAll(database)
        for rule in rules { try FaultRow(id: nil, rule: rule, passed: 0, hits: 0).insert(database) }
    }

    package func rule(_ id: Int64) async throws -> FaultReport {
        guard let row = try await database.read({ try FaultRow.fetchOne($0, key: id) }) else {
            throw AdministrationProblem.unknown("fault", String(id))
        }
        return row.report
    }

    package func add(_ rule: FaultRule) async throws -> FaultReport {
        let rule = rule.resolved
        let problems = rule.problems(at: "")
        guard problems.isEmpty else { throw DocumentRefusal(problems) }
        return try await database.write { database in
            guard try FaultRow.fetchCount(database) < Self.capacity else { throw AdministrationProblem.tooManyFaults }
            try FaultRow(id: nil, rule: rule, passed: 0, hits: 0).insert(database)
            return FaultReport(id: database.lastInsertedRowID, rule: rule, hits: 0)
        }
    }

    package func remove(_ id: Int64) async throws {
        guard try await database.write({ try FaultRow.deleteOne($0, key: id) }) else {
            throw AdministrationProblem.unknown("fault", String(id))
        }
    }

    package func removeAll() async throws { _ = try await database.write { try FaultRow.deleteAll($0) } }

    /// Returns whether a matching request fails; a transaction keeps the count exact for concurrent requests.
    func claim(_ id: Int64) async throws -> Bool {
        try await database.write { database in
            guard var row = try FaultRow.fetchOne(database, key: id) else { return false }
            if row.passed < row.rule.after ?? 0 {
                row.passed += 1
                try row.update(database)
                return false
            }
            guard row.hits < row.rule.next ?? .max else { return false }
            row.hits += 1
            try row.update(database)
            return true
        }
    }
}

struct FaultRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = FaultStore.tableName

    let id: Int64?
    let rule: FaultRule
    var passed: Int
    var hits: Int

    var report: FaultReport { FaultReport(id: id ?? 0, rule: rule, hits: hits) }
}

extension AdministrationProblem {
    fileprivate static let tooManyFaults = AdministrationProblem(
        .conflict, "There are \(FaultStore.capacity) rules; remove some first.")
}

extension PlatformContext {
    package var faults: FaultStore { FaultStore(database: database) }
    package var automaticSignIns: AutomaticSignIns { AutomaticSignIns(platform: self) }
    package var oneTimeSignIns: OneTimeSignIns { OneTimeSignIns(platform: self) }
}
