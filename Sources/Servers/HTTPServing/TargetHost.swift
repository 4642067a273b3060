// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOHTTP1

/// Puts the host of an absolute request target (`GET http://host/ HTTP/1.1`) in the place of the `Host` field, as the
/// standard says; otherwise the target's host would be dropped unread, and ``HostGate`` would judge another one.
///
/// It works beside the decoder, where the target is still whole: ``HandlersBesideDecoder`` puts it there.
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

    /// The authority of an absolute target, empty if there is none in it; `nil` for a path.
    static func authority(ofTarget target: String) -> String? {
        guard !target.hasPrefix("/"), target != "*", let scheme = target.firstRange(of: "://") else { return nil }
        let rest = target[scheme.upperBound...]
        return String(rest.prefix { !"/?#".contains($0) })
    }
}
