// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
import Fixtures
import Foundation
import Testing

/// A demo that is used hands each call that may take milliseconds to a thread of its own.
@Suite(.timeLimit(.minutes(3))) struct BlockingCallTests {
    private static let maria = RunningDemo.Visitor(
        username: "maria.lopez@example.com", password: "Blue-Lantern-42", name: "Maria Lopez", press: ["sign-up"])

    @Test func `calls within tasks are seen: a start makes some`() async throws {
        let calls = try await BlockingCalls()
        defer { calls.remove() }
        try calls.begin()
        try await RunningDemo.run(adding: calls.environment) { _ in
            let found = Set(try calls.found().compactMap { $0.split(separator: "\n").first })
            #expect(found.isSuperset(of: ["EVP_PKEY_generate", "fdatasync", "flock", "fsync"]))
        }
    }

    /// Each call by itself: the demo's start makes only some of them within tasks.
    @Test(arguments: [true, false]) func `each call is noted within a task, and no other`(
        _ isWithinTask: Bool
    ) async throws {
        let calls = try await BlockingCalls()
        defer { calls.remove() }
        let runtime = try await StubLibrary(
            "runtime.so", source: "void *swift_task_getCurrent(void) { return \(isWithinTask ? "(void *)1" : "0"); }")
        defer { runtime.remove() }
        try calls.begin()
        let python = Process()
        python.executableURL = URL(filePath: "/usr/bin/env")
        python.arguments = ["python3", "-c", Self.callsEach]
        python.environment = ProcessInfo.processInfo.environment.merging(calls.environment) { $1 }
        python.environment?["LD_PRELOAD", default: ""] += ":\(runtime.file.path)"
        let (status, output) = try await python.runToEnd(readingErrors: true)
        #expect(status == 0, "\(output)")
        let noted = try calls.found().compactMap { $0.split(separator: "\n").first }
        let all: [Substring] = [
            "fsync", "fdatasync", "flock", "nanosleep", "getaddrinfo", "poll", "EVP_PKEY_generate", "EVP_PBE_scrypt",
        ]
        #expect(noted == (isWithinTask ? all : []))
    }

    /// With arguments that each function refuses or answers at once; a poll that does not wait is no blocking call.
    private static let callsEach = """
        import ctypes
        ctypes.CDLL("libcrypto.so.3", ctypes.RTLD_GLOBAL)
        c = ctypes.CDLL(None)
        c.fsync(-1), c.fdatasync(-1), c.flock(-1, 0), c.nanosleep(ctypes.create_string_buffer(16), None)
        c.getaddrinfo(b"127.0.0.1", None, None, ctypes.byref(ctypes.c_void_p()))
        c.poll(None, 0, 0), c.poll(None, 0, 1), c.EVP_PKEY_generate(None, None)
        zero = ctypes.c_uint64(0)
        c.EVP_PBE_scrypt(None, zero, None, zero, zero, zero, zero, zero, None, zero)
        """

    @Test func `passwords, keys, tasks and sessions block no thread of the pool`() async throws {
        let calls = try await BlockingCalls()
        defer { calls.remove() }
        try await RunningDemo.run(adding: calls.environment) { demo in
            try calls.begin()
            let ana = try #require(demo.report.people.first)
            #expect(try await demo.signIn(ana.username).status == 0)
            #expect(try await demo.signIn(Self.maria, settings: "demo-b2c").status == 0)
            for arguments in [
                ["tasks", "add", "Buy milk", "--settings", "demo-b2c"],
                ["people", "find", "Ana", "--settings", "demo"],
                ["tenant", "keys", "--rotate"], ["tenant", "clock", "--advance", "3000"],
                ["tasks", "list", "--settings", "demo-b2c"], ["sign-out", "--settings", "demo-b2c"],
            ] {
                let outcome = try await demo.command.run(arguments)
                #expect(outcome.status == 0, "\(arguments): \(outcome.error)")
            }
            #expect(try calls.found() == [])
        }
    }
}
#endif
