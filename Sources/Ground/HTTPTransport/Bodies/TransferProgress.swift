// SPDX-License-Identifier: Apache-2.0

/// The bytes of a content that have been sent or received so far.
///
/// ```swift
/// let (updates, report) = TransferProgress.updates()
/// async let shown: Void = { for await progress in updates { await show("\(progress.bytes) bytes") } }()
/// try await transport.download(HTTPRequest(url: api.appending(path: "film")), to: film, reporting: report)
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

    /// A sequence of progress, and the function that feeds it.
    ///
    /// A slow reader misses steps, and never the latest one. The sequence ends when the function is released.
    ///
    /// - Returns: The sequence, for one reader; the function, for ``RequestBody/reporting(_:)``,
    ///   ``StreamedResponse/reporting(_:)`` or a download.
    public static func updates() -> (updates: AsyncStream<Self>, report: @Sendable (Self) -> Void) {
        let (updates, continuation) = AsyncStream.makeStream(of: Self.self, bufferingPolicy: .bufferingNewest(1))
        let ending = Ending(continuation)
        return (updates, { ending.continuation.yield($0) })
    }

    /// Ends the sequence once no function holds it.
    private final class Ending: Sendable {
        let continuation: AsyncStream<TransferProgress>.Continuation

        init(_ continuation: AsyncStream<TransferProgress>.Continuation) { self.continuation = continuation }

        deinit { continuation.finish() }
    }
}
