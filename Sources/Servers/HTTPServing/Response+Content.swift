// SPDX-License-Identifier: Apache-2.0
package import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore
import Synchronization

extension Response {
    /// The whole content of the response.
    ///
    /// - Throws: The error that the response's body throws while it writes.
    package func content() async throws -> Data {
        let content = CollectedContent()
        try await body.write(content)
        return content.bytes
    }
}

private final class CollectedContent: ResponseBodyWriter, Sendable {
    private let collected = Mutex(Data())

    var bytes: Data { collected.withLock { $0 } }

    func write(_ buffer: ByteBuffer) async throws {
        collected.withLock { $0.append(contentsOf: buffer.readableBytesView) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
