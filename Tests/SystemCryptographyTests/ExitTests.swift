// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import SystemCryptography
import Testing

@Suite struct ExitTests {
    // Without the constructor of CTesseraOpenSSL, each of these processes ends in a segmentation fault (OpenSSL 3.0).
    @Test(arguments: 1...5) func `a process that exits while its threads sign does not crash`(_: Int) async {
        await #expect(processExitsWith: .success) {
            let signed = SignatureCount()
            for _ in 0..<3 {
                Thread.detachNewThread {
                    while true {
                        _ = try? P256.Signing.PrivateKey().signature(for: SHA256.hash(data: [1, 2, 3]))
                        signed.add()
                    }
                }
            }
            while signed.value < 100 { await Task.yield() }
            exit(EXIT_SUCCESS)
        }
    }
}

/// How many signatures the threads made.
private final class SignatureCount: Sendable {
    private let number = Atomic(0)

    func add() { number.add(1, ordering: .relaxed) }

    var value: Int { number.load(ordering: .relaxed) }
}
