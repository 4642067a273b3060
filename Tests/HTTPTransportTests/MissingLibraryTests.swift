// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
import Fixtures
import Foundation
import Testing

@testable import HTTPTransport

/// A system without libcurl, or with a library in its place that cannot be used.
@Suite struct MissingLibraryTests {
    @Test func `the error names the library and its package`() async throws {
        let library = try await StubLibrary("libcurl.so.4")
        defer { library.remove() }
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
            path: "exit-probe")
        process.arguments = ["once", "1"]
        process.environment = ["LD_LIBRARY_PATH": library.folder.path]
        let text = try await process.runToEnd().output
        #expect(
            text.contains("missingLibrary") && text.contains("libcurl.so.4") && text.contains("libcurl4"), "\(text)")
        // The words of the dynamic linker.
        #expect(text.contains("file too short"), "\(text)")
    }

    /// A library in the place of libcurl.
    struct Stub: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let source: String?
        let reason: String

        /// A library that has this version and nothing else.
        static func version(_ number: String, _ text: String, reason: String) -> Stub {
            let source = """
                static struct { int age; const char *version; unsigned number; } version = {0, "\(text)", \(number)};
                void *curl_version_info(int now) { return &version; }
                """
            return Stub(testDescription: "version \(text)", source: source, reason: reason)
        }
    }

    static let stubs = [
        Stub(testDescription: "an empty file", source: nil, reason: "libcurl.so.4 cannot be loaded ("),
        Stub(
            testDescription: "another library", source: "int nothing(void) { return 0; }",
            reason: "libcurl.so.4 has no function curl_version_info"),
        .version("0x0746ff", "7.70.255", reason: "libcurl.so.4 has version 7.70.255, and 7.71 or later is needed"),
        .version("0x074700", "7.71.0", reason: "libcurl.so.4 has no function curl_global_init"),
    ]

    @Test(arguments: stubs) func `a library that is not libcurl 7.71 or later is refused with the reason`(
        _ stub: Stub
    ) async throws {
        let library = try await StubLibrary("libcurl.so.4", source: stub.source)
        defer { library.remove() }
        let error = try #require(throws: TransportError.self) { try CurlLibrary.load(library.file.path) }
        let message = error.message
        #expect(error.code == .missingLibrary && message.contains("libcurl4"))
        #expect(message.hasPrefix("\(library.folder.path)/libcurl.so.4 "), "\(message)")
        #expect(message.contains(stub.reason), "\(message)")
    }
}
#endif
