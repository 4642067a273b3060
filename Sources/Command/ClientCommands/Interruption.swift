// SPDX-License-Identifier: Apache-2.0
import Foundation
import UnixSignals

/// The error after Ctrl-C, with which the person ends the command.
package struct Interruption: Error {
    /// Runs `work`, and cancels it on Ctrl-C, so that it can clean up.
    package static func cancelling<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result.self) { group in
            let signals = await UnixSignalsSequence(trapping: .sigint)
            group.addTask { try await work() }
            group.addTask {
                for await _ in signals {
                    // A second Ctrl-C ends the program at once.
                    signal(SIGINT, SIG_DFL)
                    throw Interruption()
                }
                throw CancellationError()
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() else { throw CancellationError() }
            return result
        }
    }
}
