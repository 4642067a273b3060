// SPDX-License-Identifier: Apache-2.0

typealias RecordColumn = (name: String, value: DatabaseValue)

struct RecordStatement {
    enum Operation: Hashable {
        case insert(Database.ConflictResolution)
        case upsert, update, delete, exists
    }

    struct Key: Hashable {
        let type: ObjectIdentifier
        let operation: Operation
    }

    let columns: [String]
    private let text: String
    private let bound: [Int]

    /// An update writes all columns, or those in `changed`; a missing or changed key is ``ResultCode/misuse``.
    init(
        _ operation: Operation, _ type: any TableRecord.Type, columns: [String], only changed: Set<String>? = nil,
        _ database: Database
    ) throws {
        let table = type.databaseTableName
        if case .insert(let conflict) = operation {
            // An insertion needs no key, so it skips the look-up.
            let verb = conflict == .abort ? "INSERT" : "INSERT OR \(conflict.rawValue)"
            self.init(columns, "\(verb) \(Self.row(table, columns))", binding: Array(columns.indices))
            return
        }
        let key = try database.primaryKey(of: table)
        if let missing = key.first(where: { !columns.contains($0) }) {
            throw DatabaseError.misuse("\(type) has no column '\(missing)', which is a key")
        }
        guard changed?.isDisjoint(with: key) ?? true else {
            throw DatabaseError.misuse("the primary key of \(type) must not change")
        }
        let keyIndices = key.compactMap(columns.firstIndex)
        switch operation {
        case .insert, .upsert:
            let others = columns.filter { !key.contains($0) }.map { "\($0.quoted) = excluded.\($0.quoted)" }
            let change = others.isEmpty ? "NOTHING" : "UPDATE SET \(others.joined(separator: ", "))"
            self.init(
                columns, "INSERT \(Self.row(table, columns)) ON CONFLICT DO \(change)", binding: Array(columns.indices))
        case .update:
            let others = columns.indices.filter { changed?.contains(columns[$0]) ?? !key.contains(columns[$0]) }
            // A record with only key columns is written, too: the number of changed rows shows whether it exists.
            let assigned = others.isEmpty ? keyIndices : others
            let assignments = assigned.map { "\(columns[$0].quoted) = ?" }.joined(separator: ", ")
            self.init(
                columns, "UPDATE \(table.quoted) SET \(assignments) WHERE \(Self.condition(key))",
                binding: assigned + keyIndices)
        case .delete:
            self.init(columns, "DELETE FROM \(table.quoted) WHERE \(Self.condition(key))", binding: keyIndices)
        case .exists:
            self.init(
                columns, "SELECT EXISTS (SELECT 1 FROM \(table.quoted) WHERE \(Self.condition(key)))",
                binding: keyIndices)
        }
    }

    private init(_ columns: [String], _ text: String, binding bound: [Int]) {
        self.columns = columns
        self.text = text
        self.bound = bound
    }

    func sql(of record: [RecordColumn]) -> SQL { SQL(text: text, values: bound.map { record[$0].value }) }

    private static func row(_ table: String, _ columns: [String]) -> String {
        let names = columns.map(\.quoted).joined(separator: ", ")
        let values = columns.map { _ in "?" }.joined(separator: ", ")
        return "INTO \(table.quoted) (\(names)) VALUES (\(values))"
    }

    private static func condition(_ key: [String]) -> String {
        key.map { "\($0.quoted) = ?" }.joined(separator: " AND ")
    }
}
