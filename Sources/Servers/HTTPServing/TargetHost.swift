// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOHTTP1

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
