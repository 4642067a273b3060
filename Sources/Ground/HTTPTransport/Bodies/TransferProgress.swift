// SPDX-License-Identifier: Apache-2.0

/// The bytes of a content that have been sent or received so far.
///
/// ```swift
/// try await TransferProgress.watching { updates in
///     for await progress in updates { await show("\(progress.bytes) of \(progress.total ?? 0) bytes") }
/// } during: { report in
///     try await transport.download(HTTPRequest(url: api.appending(path: "film")), to: film, reporting: report)
/// }
/// ```
public struct TransferProgress: Sendable, Hashable {
    /// The bytes so far; fewer than before when a request begins again.
    public let bytes: Int64
    /// All bytes; `nil` if nobody has said how many there are.
    public let total: Int64?

    /// Creates a progress.
    public init(bytes: Int64, total: Int64?) {
        self.bytes = bytes
        self.total = total
    }

    /// The part that is done, from 0 to 1; `nil` without a total.
    public var fraction: Double? { total.map { $0 == 0 ? 1 : min(Double(bytes) / Double($0), 1) } }

    /// Runs a transfer, and lets a function watch its progress as a sequence.
    ///
    /// A slow watcher misses steps, and never the latest one. The sequence ends with the transfer.
    ///
    /// - Parameters:
    ///   - watch: Reads the sequence to its end.
    ///   - transfer: Sends and receives; it hands its parameter to ``RequestBody/reporting(_:)``,
    ///     ``StreamedResponse/reporting(_:)`` or a download.
    /// - Returns: The result of the transfer.
    /// - Throws: The error of the transfer.
    @discardableResult
    public static func watching<Result>(
        _ watch: @escaping @Sendable (AsyncStream<Self>) async -> Void,
        during transfer: (@escaping @Sendable (Self) -> Void) async throws -> Result
    ) async rethrows -> Result {
        let (updates, continuation) = AsyncStream.makeStream(of: Self.self, bufferingPolicy: .bufferingNewest(1))
        async let watched: Void = watch(updates)
        defer { continuation.finish() }
        let result = try await transfer { continuation.yield($0) }
        continuation.finish()
        await watched
        return result
    }
}
