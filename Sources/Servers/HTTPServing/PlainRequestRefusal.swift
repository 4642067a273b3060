// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// Explains the fault to a client that sends plain HTTP to a TLS port; otherwise it would only see the connection end.
///
/// It stands before the TLS handler, and reads a connection's first byte: TLS records begin with a small number,
/// requests with a capital letter. RFC 8446 §5.1, RFC 9112 §3
final class PlainRequestRefusal: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused, let first = unwrapInboundIn(data).readableBytesView.first else { return }
        guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else {
            context.fireChannelRead(data)
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
            return
        }
        isRefused = true
        context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(string: Self.answer)))
            .assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    }

    private static let text = "This port speaks https alone: begin the address with https:// and send it again.\n"
    private static let answer = """
        HTTP/1.1 400 Bad Request\r
        Connection: close\r
        Content-Type: text/plain; charset=utf-8\r
        Content-Length: \(text.utf8.count)\r
        \r
        \(text)
        """
}
