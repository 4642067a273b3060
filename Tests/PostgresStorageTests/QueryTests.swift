// SPDX-License-Identifier: Apache-2.0
import Fixtures
import PostgresStorage

@Suite struct QueryTests {
    @Test func `values of each type come back as they were sent`() async throws {
        let database = try await SharedServer.database()
        let statement = PostgresStatement.read(
            "SELECT $1::text, $2::bigint, $3::boolean, $4::double precision, $5::bytea, $6::text[]")
        for (text, number, isTrue, real, bytes, texts) in [
            ("Änn 安 \"'\\", Int64.min, true, -0.125, Data([0, 1, 255]), ["a", "", "\"{},安"]),
            ("", Int64.max, false, 1e300, Data(), []),
            (String(repeating: "é", count: 300_000), -1, true, 0, Data(), ["x"]),
        ] {
            let values: [PostgresValue] = [
                .text(text), .int(number), .bool(isTrue), .double(real), .bytes(bytes), .texts(texts),
            ]
            let isSame = try await database.query(statement, values) { rows in
                rows.first { row in
                    row.text(0) == text && row.int(1) == number && row.bool(2) == isTrue && row.double(3) == real
                        && row.data(4) == bytes && row.texts(5) == texts
                }
            }
            #expect(isSame == true)
        }
        await database.close()
    }

    @Test func `nil is NULL, of each type`() async throws {
        let database = try await SharedServer.database()
        let statement = PostgresStatement.read(
            "SELECT $1::text, $2::bigint, $3::boolean, $4::double precision, $5::bytea")
        let values: [PostgresValue] = [.text(nil), .int(nil), .bool(nil), .double(nil), .bytes(nil)]
        let areNull = try await database.query(statement, values) { rows in
            rows.map { row in (0..<5).allSatisfy { row.isNull($0) } }
        }
        #expect(areNull == [true])
        await database.close()
    }

    @Test func `smaller integers of the server are read with their sign`() async throws {
        let database = try await SharedServer.database()
        let numbers = try await database.query(.read("SELECT -2::smallint, -70000::integer, 70000::integer")) { rows in
            rows.map { [$0.int(0), $0.int(1), $0.int(2)] }
        }
        #expect(numbers == [[-2, -70000, 70000]])
        await database.close()
    }

    @Test func `a thousand statements at once share two connections, and each gets its own answer`() async throws {
        let database = try await SharedServer.database()
        try await until { database.figures.open >= 2 }
        let statement = PostgresStatement.read("SELECT $1::bigint, pg_backend_pid()")
        let answers = try await withThrowingTaskGroup(of: (Int64, Int64, Int64).self) { group in
            for number in 0..<Int64(1000) {
                group.addTask {
                    try await database.query(statement, [.int(number)]) { rows in
                        rows.first { (number, $0.int(0), $0.int(1)) } ?? (0, 0, 0)
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 1000 && answers.allSatisfy { $0.0 == $0.1 })
        #expect(Set(answers.map(\.2)).count == 2)
        try await until { database.figures.inFlight == 0 }
        await database.close()
    }

    @Test func `an error of one statement leaves the others of its connection alone`() async throws {
        let database = try await SharedServer.database(PoolLimits(connections: 1))
        let division = PostgresStatement.read("SELECT 10 / $1::bigint")
        let results = await withTaskGroup(of: (Int64, Result<Int64?, any Error>).self) { group in
            for divisor in Int64(-5)...5 {
                group.addTask {
                    let result: Result<Int64?, any Error>
                    do {
                        let quotient = try await database.query(division, [.int(divisor)]) { $0.first { $0.int(0) } }
                        result = .success(quotient)
                    } catch {
                        result = .failure(error)
                    }
                    return (divisor, result)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for (divisor, result) in results {
            if divisor == 0 {
                #expect { try result.get() } throws: { ($0 as? PostgresError)?.sqlState == "22012" }
            } else {
                #expect(try result.get() == 10 / divisor)
            }
        }
        await database.close()
    }

    @Test func `a change is complete only when the server has committed it`() async throws {
        let database = try await SharedServer.database(PoolLimits(connections: 1))
        try await database.execute(
            .write("CREATE TABLE a (id bigint PRIMARY KEY, other bigint REFERENCES a DEFERRABLE INITIALLY DEFERRED)"))
        // The server responds to the INSERT, and refuses at the commit.
        let insertion = PostgresStatement.write("INSERT INTO a VALUES ($1, $2)")
        await #expect { try await database.execute(insertion, [.int(1), .int(2)]) } throws: {
            ($0 as? PostgresError)?.sqlState == "23503"
        }
        #expect(try await database.execute(insertion, [.int(3), .int(3)]) == 1)
        await database.close()
    }

    @Test func `a statement that was prepared before a change of its table is prepared again`() async throws {
        let database = try await SharedServer.database(PoolLimits(connections: 1))
        try await database.execute(.write("CREATE TABLE b (number integer)"))
        let read = PostgresStatement.read("SELECT * FROM b")
        _ = try await database.query(read) { $0.count }
        try await database.execute(.write("ALTER TABLE b ALTER COLUMN number TYPE text"))
        #expect(try await database.query(read) { $0.count } == 0)
        await database.close()
    }

    @Test func `a closed database refuses statements, after it has answered those in flight`() async throws {
        let database = try await SharedServer.database(PoolLimits(connections: 1))
        var (slow, closing): (Task<Int, any Error>?, Task<Void, Never>?)
        let lock = PostgresStatement.read("SELECT pg_advisory_xact_lock(hashtext('closed'))")
        try await whileLocked(by: lock) {
            slow = Task { try await database.query(lock) { $0.count } }
            try await until { database.figures.inFlight > 0 }
            closing = Task { await database.close() }
            await #expect(throws: PostgresError.self) {
                while true {
                    try await database.connected()
                    await Task.yield()
                }
            }
        }
        await closing?.value
        #expect(try await slow?.value == 1)
        await #expect(throws: PostgresError.self) { try await database.query(.read("SELECT 1")) { $0.count } }
        await #expect(throws: PostgresError.self) { try await database.connected() }
    }
}
