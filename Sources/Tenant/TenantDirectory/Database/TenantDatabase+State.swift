// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

extension TenantDatabase {
    /// A value that exists once per tenant, as it was last written; `nil` if it was never written.
    static func state<Value: Decodable>(_ name: String, in database: Database) throws -> Value? {
        let text = try String.fetchOne(
            database, sql: "SELECT value FROM tenantState WHERE name = ?", arguments: [name])
        return try text.map { try JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
    }

    /// How often this database was opened with a seed before; each call counts one more.
    package func countRun() throws -> Int {
        try queue.write { database in
            let run: Int = try Self.state("seeded runs", in: database) ?? 0
            try Self.keep(run + 1, as: "seeded runs", in: database)
            return run
        }
    }

    /// Writes a value that exists once per tenant.
    static func keep(_ value: some Encodable, as name: String, in database: Database) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO tenantState (name, value) VALUES (?, ?)",
            arguments: [name, String(decoding: try JSONEncoder().encode(value), as: UTF8.self)])
    }
}
