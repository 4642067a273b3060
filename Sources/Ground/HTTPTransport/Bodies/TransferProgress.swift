// SPDX-License-Identifier: Apache-2.0

/// The number of bytes that have been sent or received.
///
/// ```swift
/// try await TransferProgress.watching { updates in
///     for await progress in updates { await show("\(progress.bytes) of \(progress.total ?? 0) bytes") }
/// } during: { report in
///     try await transport.download(HTTPRequest(url: api.appending(path: "film")), to: film, reporting: report)
/// }
/// ```
public struct TransferProgress: Sendable, Hashable {
    /// The bytes so far; decreases when a request restarts.
    public let bytes: Int64
    /// The total number of bytes; `nil` if it is unknown.
    public let total: Int64?

    package init(bytes: Int64, total: Int64?) {
        self.bytes = bytes
        self.total = total
    }

    /// The completed fraction, from 0 to 1; `nil` without a total.
    public var fraction: Double? { total.map { $0 == 0 ? 1 : min(Double(bytes) / Double($0), 1) } }

    /// Runs a transfer while a function observes its progress as a sequence.
    ///
    /// A slow observer can miss steps, but never the latest one. The sequence ends with the transfer. `watch` reads the
    /// sequence to its end; `transfer` passes its parameter to ``RequestBody/reporting(_:)``,
    /// ``StreamedResponse/reporting(_:)``, or a download.
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
