// SPDX-License-Identifier: Apache-2.0
import SQLiteRecords
import Testing

@Suite struct QueryInterfaceRequestTests {
    struct Person: Codable, Hashable, FetchableRecord, PersistableRecord {
        static let databaseTableName = "person"
        var id: String
        var age: Int?
    }

    private static let people = [
        Person(id: "a", age: 30), Person(id: "b", age: 20), Person(id: "c"), Person(id: "D", age: 30),
    ]

    private static func pool() throws -> DatabasePool {
        let pool = try DatabasePool.inMemory("CREATE TABLE person (id TEXT PRIMARY KEY, age INTEGER)")
        try pool.writeNow { database in for person in people { try person.insert(database) } }
        return pool
    }

    private typealias Request = QueryInterfaceRequest<Person>
    private static let id = Column("id")
    private static let age = Column("age")
    private static let requests: [(request: Request, ids: String)] = [
        (Person.all(), "abcD"), (Person.filter(id == "b"), "b"), (Person.filter(age == nil), "c"),
        (Person.filter(age != nil), "abD"), (Person.filter(age == 30 || id == "c"), "acD"),
        (Person.filter(age == 30).filter(id == "a" || id == "b"), "a"),
        (Person.filter(!(age == 30)), "b"),
        (Person.filter(age > 20), "aD"), (Person.filter(age >= 20), "abD"),
        (Person.filter(age < 30), "b"),
        (Person.filter(age <= 20), "b"), (Person.filter(id.like("d")), "D"),
        (Person.filter(id.like("_")), "abcD"),
        (Person.filter(["a", "c", "x"].contains(id)), "ac"),
        (Person.filter(([] as [String]).contains(id)), ""),
        (Person.order(id.desc), "cbaD"), (Person.order(age, id.desc), "cbaD"),
        (Person.order([age.desc, id]), "Dabc"),
        (Person.order(id.desc).order(id), "Dabc"), (Person.order("length(id), id" as SQL), "Dabc"),
        (Person.order(id).limit(2), "Da"), (Person.order(id).limit(2, offset: 1), "ab"),
        (Person.all().limit(0), ""),
        (Person.order(id).limit(9, offset: 9), ""),
    ]

    @Test(arguments: requests.indices) func `a request has these rows`(_ index: Int) throws {
        let (request, ids) = Self.requests[index]
        try Self.pool().readNow { (database: Database) throws in
            #expect(try request.fetchAll(database).map(\.id).joined() == ids)
            #expect(try request.fetchOne(database)?.id == ids.first.map(String.init))
            #expect(try (request.fetchCount(database), request.isEmpty(database)) == (ids.count, ids.isEmpty))
            let cursor = try request.fetchCursor(database)
            var found = ""
            while let person = try cursor.next() { found += person.id }
            #expect(found == ids)
            let values = try request.select(Self.id, as: String.self).fetchAll(database)
            #expect(Set(values) == Set(ids.map(String.init)) && values.count == ids.count)
        }
    }

    @Test func `a value can be selected in place of a record`() throws {
        try Self.pool().readNow { database in
            let oldest = try Person.all().select("max(age)" as SQL, as: Int.self).fetchOne(database)
            #expect(oldest == 30)
            let ofNobody = Person.filter(Self.id == "x").select("max(age)" as SQL, as: Int.self)
            #expect(try ofNobody.fetchOne(database) == nil)
        }
    }

    @Test func `rows of a request are changed and removed, and counted`() throws {
        try Self.pool().writeNow { (database: Database) throws in
            let adults = Person.filter(Self.age >= 30)
            #expect(try adults.updateAll(database, Self.age.set(to: 31)) == 2)
            let first = adults.filter(Self.id == "a")
            #expect(try first.updateAll(database, Self.age.set(to: nil), Self.id.set(to: "x")) == 1)
            #expect(try Person.find(database, key: "x").age == nil)
            #expect(try adults.deleteAll(database) == 1)
            #expect(try Person.order(Self.id).fetchAll(database).map(\.id) == ["b", "c", "x"])
        }
    }

    @Test func `all rows are changed and removed without a condition`() throws {
        try Self.pool().writeNow { (database: Database) throws in
            #expect(try Person.all().updateAll(database, Self.age.set(to: 1)) == 4)
            #expect(try Person.filter(Self.age == 1).fetchCount(database) == 4)
            #expect(try Person.filter(Self.id == "a" || Self.id == "b").deleteAll(database) == 2)
            #expect(try Person.deleteAll(database) == 2)
            #expect(try Person.fetchCount(database) == 0)
            #expect(try Person.fetchOne(database) == nil)
        }
    }

    @Test func `rows are found by their key`() throws {
        try Self.pool().writeNow { (database: Database) throws in
            #expect(try Person.fetchOne(database, key: "b")?.age == 20)
            #expect(try Person.find(database, key: "c").age == nil)
            #expect(try Person.exists(database, key: "a") && !Person.exists(database, key: "x"))
            #expect(try Person.deleteOne(database, key: "a") && !Person.deleteOne(database, key: "a"))
            #expect(try Person.filter(["b", "c", "x"].contains(Self.id)).deleteAll(database) == 2)
            #expect(try Person.fetchAll(database).map(\.id) == ["D"])
        }
    }

    @Test func `values are read by a statement with an argument`() throws {
        let ages = try Self.pool().readNow { database in
            Set(try Int.fetchAll(database, sql: "SELECT age FROM person WHERE age > ?", arguments: [0]))
        }
        #expect(ages == [20, 30])
    }
}
