// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOHTTP1

/// Ends a connection whose request does not arrive whole in time, however busily its content trickles in.
///
/// A client that waits for its answer is told 408. Whoever reads the content gets an error and not the half of it.
///
/// RFC 9110 §15.5.9
final class ContentDeadline: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let time: TimeAmount
    private var deadline: Scheduled<Void>?
    private var isReceiving = false
    /// How many requests began and how many answers ended; more than one apart, and 408 would answer the wrong one.
    private var unanswered = 0
    private var isAnswering = false

    init(_ time: TimeAmount) {
        self.time = time
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            unanswered += 1
            isReceiving = true
        case .body: break
        case .end:
            isReceiving = false
            stop()
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Most requests arrive at once, and need no deadline.
        if isReceiving, deadline == nil {
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            deadline = context.eventLoop.scheduleTask(in: time) {
                let (handler, context) = bound.value
                handler.end(context)
            }
        }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head): isAnswering = head.status.code >= 200
        case .body: break
        case .end:
            isAnswering = false
            unanswered -= 1
        }
        context.write(data, promise: promise)
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    private func stop() {
        deadline?.cancel()
        deadline = nil
    }

    private func end(_ context: ChannelHandlerContext) {
        guard unanswered == 1, !isAnswering else { return context.close(promise: nil) }
        let text = context.channel.allocator.buffer(string: "The request took too long to arrive; send it again.\n")
        let head = HTTPResponseHead(
            version: .http1_1, status: .requestTimeout,
            headers: [
                "Connection": "close", "Content-Length": "\(text.readableBytes)",
                "Content-Type": "text/plain; charset=utf-8",
            ])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(text))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
            context.close(promise: nil)
        }
    }
}
