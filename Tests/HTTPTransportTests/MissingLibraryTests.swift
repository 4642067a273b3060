// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
import Fixtures

@testable import HTTPTransport

/// Without libcurl, or with an unusable library in its place.
@Suite struct MissingLibraryTests {
    @Test func `the error names the library and its package`() async throws {
        let library = try await StubLibrary("libcurl.so.4")
        defer { library.remove() }
        let text = try await Self.post(to: 1, loading: library)
        #expect(
            text.contains("missingLibrary") && text.contains("libcurl.so.4") && text.contains("libcurl4"), "\(text)")
        // The dynamic linker's text.
        #expect(text.contains("file too short"), "\(text)")
    }

    /// Sends two requests with this library, and returns the program's error; empty after two responses.
    private static func post(to port: Int, loading library: StubLibrary?) async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
            path: "exit-probe")
        process.arguments = ["post", "\(port)"]
        process.environment = library.map { ["LD_LIBRARY_PATH": $0.folder.path] } ?? [:]
        return try await process.runToEnd().output
    }

    /// The system's libcurl without the features after 7.71: callbacks before a request, and three options.
    private static func oldLibrary() async throws -> StubLibrary {
        try CurlLibrary.load()
        // A file without a length: Foundation's other functions read only its beginning.
        let maps = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps")).readToEnd() ?? Data()
        let paths = String(decoding: maps, as: UTF8.self).matches(of: #/\/\S*\/libcurl\.so\S*/#).map(\.output)
        // Other tests load stubs.
        let path = try #require(paths.first { !$0.contains("/library-") })
        let functions = [
            "version_info", "global_init", "multi_init", "multi_cleanup", "multi_setopt", "multi_add_handle",
            "multi_remove_handle", "multi_perform", "multi_poll", "multi_info_read", "easy_init", "easy_cleanup",
            "easy_reset", "easy_getinfo", "easy_pause", "easy_strerror", "slist_append", "slist_free_all",
        ]
        let source = """
            #include <dlfcn.h>
            #include <stdarg.h>
            static void *function(const char *name) { return dlsym(dlopen("\(path)", RTLD_NOW), name); }
            #define SAME(name) long name(long a, long b, long c, long d, long e) { \\
                return ((long (*)(long, ...))function(#name))(a, b, c, d, e); }
            \(functions.map { "SAME(curl_\($0))" }.joined(separator: "\n"))
            int curl_easy_setopt(void *easy, int option, ...) {
                if (option == 20312 || option == 10313 || option == 318 || option == 322 || option == 40309) return 48;
                va_list values;
                va_start(values, option);
                void *value = va_arg(values, void *);
                va_end(values);
                return ((int (*)(void *, int, ...))function("curl_easy_setopt"))(easy, option, value);
            }
            """
        return try await StubLibrary("libcurl.so.4", source: source)
    }

    /// It cannot check an idle connection, so the second request could be sent twice.
    @Test(arguments: [true, false])
    func `an old library sends requests, and a POST on a new connection`(_ isOld: Bool) async throws {
        // Its threads, unlike tasks, do not wait for other tests: the program has ten seconds.
        let log = Log()
        let listener = try LoopbackListening { socket in
            let number = log.connectionCount.add(1, ordering: .relaxed).oldValue
            while try socket.read() != nil {
                log.numbers.withLock { $0.append(number) }
                try socket.write(Data(RawServer.response().utf8))
            }
        }
        defer { listener.close() }
        let library = isOld ? try await Self.oldLibrary() : nil
        defer { library?.remove() }
        let error = try await Self.post(to: listener.port, loading: library)
        #expect(error.isEmpty, "\(error)")
        #expect(log.numbers.withLock { $0 } == (isOld ? [0, 1] : [0, 0]))
    }

    private final class Log: Sendable {
        let numbers = Mutex<[Int]>([])
        let connectionCount = Atomic(0)
    }

    /// A library in place of libcurl.
    struct Stub: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let source: String?
        let reason: String

        /// With this version and nothing else.
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

    @Test(arguments: stubs)
    func `a library that is not libcurl 7.71 or later is refused with the reason`(_ stub: Stub) async throws {
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
