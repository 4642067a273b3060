// SPDX-License-Identifier: Apache-2.0

import Fixtures

@testable import SQLiteRecords

@Suite struct RecordFormTests {
    /// A record with a property without content.
    struct Marked: Codable, Hashable, FetchableRecord, PersistableRecord {
        struct Mark: Codable, Hashable {}
        static let databaseTableName = "marked"
        var mark = Mark()
    }

    @Test func `an empty structure is JSON, too`() throws {
        let pool = try DatabasePool.inMemory("CREATE TABLE marked (mark TEXT)")
        try pool.writeNow { try Marked().insert($0) }
        #expect(try pool.texts("SELECT mark FROM marked") == ["{}"])
        #expect(try pool.readNow { try Marked.fetchAll($0) } == [Marked()])
    }

    private struct ReadList: Decodable, FetchableRecord {
        init(from decoder: any Decoder) throws { _ = try decoder.unkeyedContainer() }
    }
    private struct ReadNested: Decodable, FetchableRecord {
        enum CodingKeys: CodingKey { case a }
        init(from decoder: any Decoder) throws {
            _ = try decoder.container(keyedBy: CodingKeys.self).nestedUnkeyedContainer(forKey: .a)
        }
    }
    private struct ReadValue: Decodable, FetchableRecord {
        init(from decoder: any Decoder) throws { _ = try decoder.singleValueContainer().decode([Int].self) }
    }

    @Test func `a type that is no structure of properties is not read`() throws {
        let pool = try DatabasePool()
        for read in [ReadList.fetchAll, ReadNested.fetchAll, ReadValue.fetchAll]
            as [@Sendable (Database, SQL) throws -> [any FetchableRecord]]
        { #expect(code { try pool.readNow { _ = try read($0, "SELECT '[1]' AS a") } } == .misuse) }
    }

    struct List: Encodable, PersistableRecord {
        static let databaseTableName = "list"
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(1)
        }
    }

    @Test func `a record without properties is rejected`() throws {
        let pool = try DatabasePool.inMemory("CREATE TABLE list (a)")
        #expect(throws: EncodingError.self) { try pool.writeNow { try List().insert($0) } }
    }

    /// A record with a property that encodes another value, which encodes itself or nothing.
    private struct Labelled: Codable, Hashable, FetchableRecord, PersistableRecord {
        enum Color: String, Codable { case red, blue }
        struct Label: Codable, Hashable {
            var color: Color?

            init(_ color: Color?) { self.color = color }
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                color = container.decodeNil() ? nil : try container.decode(Color.self)
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                if let color { try container.encode(color) } else { try container.encodeNil() }
            }
        }
        static let databaseTableName = "labelled"
        var label: Label
    }

    @Test func `a value within a value is one column`() throws {
        let pool = try DatabasePool.inMemory("CREATE TABLE labelled (label TEXT)")
        let records = [Labelled(label: .init(.blue)), Labelled(label: .init(nil))]
        try pool.writeNow { for record in records { try record.insert($0) } }
        #expect(try pool.texts("SELECT coalesce(label, 'none') FROM labelled ORDER BY rowid") == ["blue", "none"])
        #expect(try pool.readNow { try Labelled.fetchAll($0, "SELECT * FROM labelled ORDER BY rowid") } == records)
    }

    /// A list or an object, which counts the starts of its decoding.
    private struct Counted: Decodable {
        static let count = Mutex(0)

        init(from decoder: any Decoder) throws {
            Self.count.withLock { $0 += 1 }
            do { _ = try decoder.unkeyedContainer() } catch is DecodingError {
                _ = try decoder.container(keyedBy: NoKey.self)
            }
        }
    }

    private struct Counting: Decodable, FetchableRecord {
        var value: Counted
    }

    @Test func `a column that held JSON is read as JSON at once, be it a list or an object`() throws {
        let pool = try DatabasePool()
        let sql: SQL = "SELECT '[1]' AS value UNION ALL SELECT '{\"a\":1}' UNION ALL SELECT '[]' UNION ALL SELECT '{}'"
        #expect(try pool.readNow { try Counting.fetchAll($0, sql).count } == 4)
        #expect(Counted.count.withLock(\.self) == 5, "only the first row is tried as a single value")
    }
}
