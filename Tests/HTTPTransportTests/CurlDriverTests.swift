// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Foundation
import Testing

@testable import HTTPTransport

@Suite struct CurlDriverTests {
    // A process of its own has no threads of other tests. A blocked fault ends a process without a backtrace.
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

    /// The signals that each thread of this process blocks, by its number.
    private static func threads() throws -> [String: UInt64] {
        let folder = "/proc/self/task"
        return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(into: [:]) { threads, number in
            // The thread may have ended meanwhile.
            guard let status = try? String(contentsOfFile: "\(folder)/\(number)/status", encoding: .utf8) else {
                return
            }
            let mask = status.firstMatch(of: #/SigBlk:\s+([0-9a-f]+)/#)
            threads[number] = mask.flatMap { UInt64($0.1, radix: 16) }
        }
    }
}
#endif
