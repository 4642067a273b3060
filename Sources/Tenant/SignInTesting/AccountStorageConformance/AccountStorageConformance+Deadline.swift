// SPDX-License-Identifier: Apache-2.0
extension AccountStorageConformance {
    /// Runs something, and stops waiting for it when the time is over: a storage that does not let go is left behind.
    ///
    /// - Returns: The result; `nil` if there was none in time.
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
