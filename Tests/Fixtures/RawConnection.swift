// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOPosix

/// A plain connection to a port of this machine, to send what no client library would.
package struct RawConnection: Sendable {
    private let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// Connects.
    package init(port: Int, host: String = "127.0.0.1") async throws {
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                }
            }
    }

    /// Sends texts, with `between` before each further one; gives everything that comes until the other side closes.
    package func exchange(_ texts: String..., between: () async throws -> Void = {}) async throws -> String {
        try await channel.executeThenClose { inbound, outbound in
            var received = ""
            do {
                for (index, text) in texts.enumerated() {
                    if index > 0 { try await between() }
                    try await outbound.write(ByteBuffer(string: text))
                }
                for try await buffer in inbound { received += String(buffer: buffer) }
            } catch is IOError {
                // A connection that is reset has been closed as well.
            } catch ChannelError.ioOnClosedChannel {}
            return received
        }
    }

    /// Sends a text, and closes the connection as soon as `then` has ended.
    package func abandon(_ text: String, then: () async -> Void) async throws {
        try await channel.executeThenClose { _, outbound in
            try await outbound.write(ByteBuffer(string: text))
            await then()
        }
    }

    /// Sends a text, waits until `end` came, then calls `then` and gives what came after it, until the end.
    package func exchange(_ text: String, upTo end: String, then: () async -> Void) async throws -> String {
        try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: text))
            var received = ""
            var isCalled = false
            for try await buffer in inbound {
                received += String(buffer: buffer)
                guard !isCalled, received.hasSuffix(end) else { continue }
                isCalled = true
                received = ""
                await then()
            }
            return received
        }
    }
}
