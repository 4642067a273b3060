// SPDX-License-Identifier: Apache-2.0
extension AccountStorageConformance {
    /// Runs `body`, and stops waiting at the deadline, even if the storage does not react to the cancellation.
    ///
    /// - Returns: The result; `nil` after the deadline.
    func within<Result: Sendable>(
        _ time: Duration, _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result? {
        let (results, continuation) = AsyncStream<Swift.Result<Result, any Error>?>.makeStream()
        let work = Task {
            do {
                continuation.yield(.success(try await body()))
            } catch {
                continuation.yield(.failure(error))
            }
        }
        let timer = Task {
            try await Task.sleep(for: time)
            continuation.yield(nil)
        }
        defer {
            work.cancel()
            timer.cancel()
        }
        for await result in results { return try result?.get() }
        throw CancellationError()
    }
}
