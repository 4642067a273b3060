// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOPosix

/// A plain connection to a port of this machine, to send what no client library would.
struct RawConnection: Sendable {
    private let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

    init(port: Int, host: String = "127.0.0.1") async throws {
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                }
            }
    }

    /// Sends texts, and gives everything that comes until the other side closes.
    func exchange(_ texts: String...) async throws -> String {
        try await channel.executeThenClose { inbound, outbound in
            for text in texts { try await outbound.write(ByteBuffer(string: text)) }
            var received = ""
            // A connection that is reset has been closed as well.
            do { for try await buffer in inbound { received += String(buffer: buffer) } } catch is IOError {}
            return received
        }
    }
}
