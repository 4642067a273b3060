// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

extension TenantDatabase {
    /// Something of which a tenant has one, as it was written last; `nil` if it never was.
    static func state<Value: Decodable>(_ name: String, in database: Database) throws -> Value? {
        let text = try String.fetchOne(
            database, sql: "SELECT value FROM tenantState WHERE name = ?", arguments: [name])
        return try text.map { try JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
    }

    /// How often these data were opened with a seed before; counted.
    package func countRun() throws -> Int {
        try queue.write { database in
            let run: Int = try Self.state("seeded runs", in: database) ?? 0
            try Self.keep(run + 1, as: "seeded runs", in: database)
            return run
        }
    }

    /// Writes down something of which a tenant has one.
    static func keep(_ value: some Encodable, as name: String, in database: Database) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO tenantState (name, value) VALUES (?, ?)",
            arguments: [name, String(decoding: try JSONEncoder().encode(value), as: UTF8.self)])
    }
}
