// SPDX-License-Identifier: Apache-2.0
import CTesseraPostgres
import Fixtures
import Foundation
import Testing

@testable import PostgresStorage

/// Which libraries are accepted as libpq, and what the error says about the others.
@Suite struct PostgresLibraryTests {
    /// A library in the place of libpq.
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

    /// The reason that a file cannot be used as libpq; `nil` if it can.
    private static func reason(against file: String) -> String? {
        var reason = [CChar](repeating: 0, count: Int(TESSERA_FAILURE_SIZE))
        guard !cpq_can_load(file, &reason) else { return nil }
        return String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    #if os(Linux)
    @Test(arguments: stubs) func `a library that is not libpq 14 or later is refused with the reason`(
        _ stub: Stub
    ) async throws {
        let library = try await StubLibrary("libpq.so.5", source: stub.source)
        defer { library.remove() }
        let reason = try #require(Self.reason(against: library.file.path))
        #expect(reason.hasPrefix("\(library.folder.path)/libpq.so.5 ") && reason.contains(stub.reason), "\(reason)")
    }
    #endif

    @Test func `a missing library is refused with its name and the words of the dynamic linker`() throws {
        let reason = try #require(Self.reason(against: "libpq-of-nobody.so.5"))
        #expect(reason.hasPrefix("libpq-of-nobody.so.5 cannot be loaded ("))
        #expect(reason.matches(of: #/libpq-of-nobody/#).count > 1, "\(reason)")
    }

    @Test func `a long reason is cut`() throws {
        let reason = try #require(Self.reason(against: String(repeating: "x", count: 1000)))
        #expect(reason.utf8.count == Int(TESSERA_FAILURE_SIZE) - 1)
    }

    @Test func `the library of this system is accepted, and tells its version`() throws {
        #expect(Self.reason(against: CPQ_LIBRARY) == nil)
        #expect(try PostgresLibrary.load() >= Int(CPQ_OLDEST))
    }

    @Test func `the error names the package`() {
        let error = PostgresLibrary.missing("libpq.so.5 cannot be loaded (no such file)")
        #expect(error.code == .missingLibrary)
        #expect(error.message.hasPrefix("libpq.so.5 cannot be loaded (no such file); install "))
        #expect(error.message.contains("libpq5 on Debian") && PostgresError.installationHint.contains("libpq5"))
    }
}
