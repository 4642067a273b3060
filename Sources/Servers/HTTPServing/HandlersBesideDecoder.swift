// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOHTTP1
import NIOSSL

/// Adds our handlers to a connection of Hummingbird directly after the HTTP decoder, where requests are unchanged;
/// Hummingbird's own place for handlers is later.
final class HandlersBesideDecoder: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let contentDeadline: TimeAmount
    private let isSecure: Bool

    init(contentDeadline: TimeAmount, isSecure: Bool) {
        (self.contentDeadline, self.isSecure) = (contentDeadline, isSecure)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandlers(
                [
                    TargetHost(), ContentDeadline(contentDeadline), ResponseDeadline(contentDeadline),
                    ConnectionWatch(),
                ], position: .after(decoder))
            if isSecure {
                let tls = try pipeline.handler(type: NIOSSLServerHandler.self)
                try pipeline.addHandler(PlainRequestRefusal(), position: .before(tls))
            }
        } catch {
            // Without these handlers, the gate would judge the wrong host, and a request would have no deadline.
            context.close(promise: nil)
        }
    }
}

/// Copies the host of an absolute request target (`GET http://host/ HTTP/1.1`) into `Host`, as the standard requires.
///
/// Otherwise ``HostGate`` judges another host. ``HandlersBesideDecoder`` adds it where the target is still complete.
///
/// RFC 9112 §3.2.2
final class TargetHost: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), let authority = Self.authority(ofTarget: head.uri) else {
            context.fireChannelRead(data)
            return
        }
        if head.headers["Host"].count <= 1 { head.headers.replaceOrAdd(name: "Host", value: authority) }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// The authority of an absolute target, which may be empty; `nil` for a path.
    static func authority(ofTarget target: String) -> String? {
        guard !target.hasPrefix("/"), target != "*", let scheme = target.firstRange(of: "://") else { return nil }
        let rest = target[scheme.upperBound...]
        return String(rest.prefix { !"/?#".contains($0) })
    }
}

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

    private static let text = "This port accepts only https: begin the URL with https:// and send it again.\n"
    private static let answer = """
        HTTP/1.1 400 Bad Request\r
        Connection: close\r
        Content-Type: text/plain; charset=utf-8\r
        Content-Length: \(text.utf8.count)\r
        \r
        \(text)
        """
}

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
