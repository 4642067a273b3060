// SPDX-License-Identifier: Apache-2.0
import Dispatch

/// Runs blocking work off the cooperative pool: waiting for a disk or a lock must not hold up other tasks.
package func offThePool<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
            continuation.resume(with: Swift.Result { try work() })
        }
    }
}
