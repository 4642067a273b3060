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
        self.contentDeadline = contentDeadline
        self.isSecure = isSecure
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandlers(
                [TargetHost(), ContentDeadline(contentDeadline)], position: .after(decoder))
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
