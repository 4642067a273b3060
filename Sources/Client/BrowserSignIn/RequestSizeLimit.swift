// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// Closes a connection that sends more than any redirect needs.
///
/// The limit is not tighter, because browsers send to loopback all cookies that programs ever set there.
final class RequestSizeLimit: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private var bytesLeft = 32 * 1024

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytesLeft -= unwrapInboundIn(data).readableBytes
        guard bytesLeft >= 0 else {
            context.close(promise: nil)
            return
        }
        context.fireChannelRead(data)
    }
}
