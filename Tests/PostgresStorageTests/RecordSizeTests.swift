// SPDX-License-Identifier: Apache-2.0
import PostgresStorage
import Testing

/// TLS records that are larger than the space that libpq has free, so that OpenSSL keeps a part of them.
@Suite(.timeLimit(.minutes(2))) struct RecordSizeTests {
    private static let statement = PostgresStatement.read("SELECT repeat('x', $1::int) FROM generate_series(1, $2)")

    /// Asks for rows, and gives their number and the length of all.
    private func measure(_ database: PostgresDatabase, length: Int, count: Int) async throws -> [Int] {
        let lengths = try await database.query(Self.statement, [.int(Int64(length)), .int(Int64(count))]) { rows in
            rows.map { $0.text(0).utf8.count }
        }
        return [lengths.count, lengths.reduce(0, +)]
    }

    @Test func `a result of any size arrives whole, in TLS records of 16 KiB`() async throws {
        let proxy = try await TLSProxy(before: SharedServer.server)
        let database = try open(proxy.address, PoolLimits(connections: 1, statement: .seconds(10)))
        for length in [100, 1000, 3000, 7000, 9000, 17_000] {
            for count in 1...(100_000 / length) {
                #expect(try await measure(database, length: length, count: count) == [count, length * count])
            }
        }
        for size in [8, 16, 32, 64, 1024].map({ $0 * 1024 }) {
            for length in (size - 70)...(size + 5) {
                #expect(try await measure(database, length: length, count: 1) == [1, length])
            }
        }
        await database.close()
        proxy.remove()
    }

    @Test func `large results of one pipeline all arrive`() async throws {
        let proxy = try await TLSProxy(before: SharedServer.server)
        let database = try open(proxy.address, PoolLimits(connections: 1, statement: .seconds(10)))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...100 {
                // Of the last record, libpq leaves 1703 bytes; a later response would let it read them.
                group.addTask {
                    let answer = try await measure(database, length: 3000, count: 16)
                    #expect(answer == [16, 48_000])
                }
            }
            try await group.waitForAll()
        }
        await database.close()
        proxy.remove()
    }
}
