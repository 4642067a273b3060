// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOHTTP1
import NIOSSL

/// Adds our handlers to a connection that Hummingbird set up, where requests are still as they came over the wire: its
/// own place for handlers comes too late.
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
            // Without them the gate would judge the wrong host, and a request could take for ever.
            context.close(promise: nil)
        }
    }
}
