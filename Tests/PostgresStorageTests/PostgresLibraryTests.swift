// SPDX-License-Identifier: Apache-2.0

import CTesseraPostgres
import Fixtures
import OAuthMessages

@testable import PostgresStorage

/// Libraries accepted as libpq, and the errors for others.
@Suite struct PostgresLibraryTests {
    struct Stub: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let source: String?
        let reason: String
    }

    static let stubs = [
        Stub(testDescription: "an empty file", source: nil, reason: "libpq.so.5 cannot be loaded ("),
        Stub(
            testDescription: "a library that lacks one of its own",
            source: "int missing(void); int use(void) { return missing(); }", reason: "undefined symbol: missing)"),
        Stub(
            testDescription: "another library", source: "int nothing(void) { return 0; }",
            reason: "libpq.so.5 has no function PQlibVersion"),
        Stub(
            testDescription: "the last version without pipelines",
            source: "int PQlibVersion(void) { return 139999; }",
            reason: "libpq.so.5 has version 13, and 14 or later is needed"),
        Stub(
            testDescription: "the first version with pipelines, without one of the functions",
            source: "int PQlibVersion(void) { return 140000; }",
            reason: "libpq.so.5 has no function PQconninfoParse"),
    ]

    /// The error's message for a file in place of libpq.
    private static func message(against file: String) throws -> String {
        let error = try #require(throws: PostgresError.self) { try PostgresLibrary.load(file) }
        #expect(error.code == .missingLibrary)
        return error.message
    }

    #if os(Linux)
    @Test(arguments: stubs)
    func `a library that is not libpq 14 or later is refused with the reason`(_ stub: Stub) async throws {
        let library = try await StubLibrary("libpq.so.5", source: stub.source)
        defer { library.remove() }
        let message = try Self.message(against: library.file.path)
        #expect(message.hasPrefix("\(library.folder.path)/libpq.so.5 ") && message.contains(stub.reason), "\(message)")
    }
    #endif

    @Test func `the error names the library, the words of the dynamic linker, and the package`() throws {
        let message = try Self.message(against: "libpq-of-nobody.so.5")
        #expect(message.hasPrefix("libpq-of-nobody.so.5 cannot be loaded ("))
        #expect(message.matches(of: #/libpq-of-nobody/#).count > 1, "\(message)")
        #expect(message.contains("; install ") && message.contains("libpq5 on Debian"))
        #expect(PostgresError.installationHint.contains("libpq5"))
    }

    @Test func `a long reason is cut`() throws {
        let message = try Self.message(against: String(repeating: "x", count: 1000))
        let reason = try #require(message.split(separator: ";").first)
        #expect(reason.utf8.count == Int(TESSERA_FAILURE_SIZE) - 1)
    }

    @Test func `the library of this system is accepted, also after others were refused`() throws {
        _ = try Self.message(against: "libpq-of-nobody.so.5")
        #expect(try PostgresLibrary.load() >= Int(CPQ_OLDEST))
        #expect(throws: Never.self) { try PostgresAddress(Redacted("host=localhost")) }
    }
}

@Suite(.timeLimit(.minutes(2))) struct RecordSizeTests {
    private static let statement = PostgresStatement.read("SELECT repeat('x', $1::int) FROM generate_series(1, $2)")

    /// Returns the number of rows and their total length.
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
