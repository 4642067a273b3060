// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import SystemCryptography
import Testing

@Suite struct ExitTests {
    // Without the constructor of CTesseraOpenSSL, OpenSSL frees its state at `exit`, and the threads crash.
    @Test func `a process that exits while its threads sign does not crash`() async {
        await #expect(processExitsWith: .success) {
            // Registered before OpenSSL is used, so it would run after OpenSSL's own handler. A global has no lock.
            atexit { ExitTests.wait(until: attempts.load(ordering: .relaxed) + 1000) }
            for _ in 0..<3 { Thread.detachNewThread { ExitTests.sign() } }
            ExitTests.wait(until: 100)
            exit(EXIT_SUCCESS)
        }
    }

    fileprivate static func sign() -> Never {
        while true {
            _ = try? P256.Signing.PrivateKey().signature(for: SHA256.hash(data: [1, 2, 3]))
            attempts.add(1, ordering: .relaxed)
        }
    }

    fileprivate static func wait(until count: Int) {
        while attempts.load(ordering: .relaxed) < count { sched_yield() }
    }
}

/// How often the threads of a process that is to exit tried to sign: a handler of `exit` sees nothing but globals.
private let attempts = Atomic(0)
