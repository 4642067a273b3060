// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// What a client receives of a response's body.
final class CollectedBody: ResponseBodyWriter {
    private let received = Mutex<(pieces: [String], hasEnd: Bool)>(([], false))

    /// The pieces in which a body was written; after one without an end, there is another piece that says so.
    static func pieces(of body: ResponseBody) async throws -> [String] {
        let writer = CollectedBody()
        try await body.write(writer)
        return writer.received.withLock { $0.hasEnd ? $0.pieces : $0.pieces + ["no end"] }
    }

    func write(_ buffer: ByteBuffer) async throws {
        received.withLock { $0.pieces.append(String(buffer: buffer)) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws { received.withLock { $0.hasEnd = true } }
}
