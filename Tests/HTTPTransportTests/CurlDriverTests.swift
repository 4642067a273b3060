// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Foundation
import Testing

@testable import HTTPTransport

@Suite struct CurlDriverTests {
    // A process without other tests' threads; a blocked fault ends it without a backtrace.
    @Test func `the thread receives the signals of its own faults and no others`() async {
        await #expect(processExitsWith: .success) {
            try CurlLibrary.load()
            let before = try CurlDriverTests.threads()
            let (driver, thread) = try CurlDriver.start()
            let faults = [SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV].reduce(UInt64(0)) { $0 | 1 << UInt64($1 - 1) }
            let others = [SIGINT, SIGTERM, SIGPIPE, SIGCHLD].reduce(UInt64(0)) { $0 | 1 << UInt64($1 - 1) }
            // A new thread blocks all signals until the C library has started it.
            let isFound = try (0..<10_000).contains { _ in
                try CurlDriverTests.threads().contains {
                    !before.keys.contains($0.key) && $0.value & (faults | others) == others
                }
            }
            #expect(isFound)
            driver.stop()
            pthread_join(thread, nil)
        }
    }

    @Test func `a driver without a resource names the resource`() async {
        await #expect(processExitsWith: .success) {
            try CurlLibrary.load()
            let exhaustions: [(resource: String, exhaust: () throws -> Void)] = [
                ("thread", CurlDriverTests.leaveNoThread), ("file descriptor", CurlDriverTests.leaveNoDescriptor),
            ]
            for (resource, exhaust) in exhaustions {
                try exhaust()
                let error = #expect(throws: TransportError.self) { try CurlDriver.start() }
                #expect(error?.code == .outOfResources)
                #expect(error?.message.hasPrefix("no \(resource) is left to send a request; ") == true)
            }
        }
    }

    /// Leaves no room for another thread's stack.
    private static func leaveNoThread() throws {
        // Swift does not import this function.
        let symbol = try #require(dlsym(nil, "pthread_setattr_default_np"))
        let setDefault = unsafeBitCast(symbol, to: (@convention(c) (UnsafePointer<pthread_attr_t>) -> CInt).self)
        try withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { memory in
            let attributes = try #require(memory.baseAddress)
            pthread_attr_init(attributes)
            pthread_attr_setstacksize(attributes, 1 << 60)
            try #require(setDefault(attributes) == 0)
        }
    }

    private static func leaveNoDescriptor() {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
    }

    /// The blocked signals of each thread, by number.
    private static func threads() throws -> [String: UInt64] {
        let folder = "/proc/self/task"
        return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(into: [:]) { threads, number in
            // The thread may have ended.
            guard let status = try? String(contentsOfFile: "\(folder)/\(number)/status", encoding: .utf8) else {
                return
            }
            let mask = status.firstMatch(of: #/SigBlk:\s+([0-9a-f]+)/#)
            threads[number] = mask.flatMap { UInt64($0.1, radix: 16) }
        }
    }
}
#endif
