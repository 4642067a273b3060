// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOHTTP1

/// Closes a connection if a request does not arrive completely in time, even if small pieces keep coming.
///
/// A client that waits for its response gets 408. Code that reads the content gets an error instead of a part.
///
/// RFC 9110 §15.5.9
final class ContentDeadline: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let time: TimeAmount
    private var deadline: Scheduled<Void>?
    private var isReceiving = false
    /// Requests that began minus responses that ended; with more than one, a 408 would answer the wrong request.
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
        // Most requests arrive at once and need no deadline.
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
