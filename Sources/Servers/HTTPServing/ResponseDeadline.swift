// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// Closes a connection whose client takes nothing of a response for too long.
///
/// Otherwise clients that send requests and never read would hold connections and responses without end: Hummingbird
/// ends only those that wait for a request. The time is for as much of a response as was written at once, but for the
/// last 32 KiB.
final class ResponseDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let time: TimeAmount
    private var deadline: Scheduled<Void>?

    init(_ time: TimeAmount) { self.time = time }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stop()
        if !context.channel.isWritable {
            deadline = context.eventLoop.scheduleTask(in: time) { [channel = context.channel] in
                channel.close(promise: nil)
            }
        }
        context.fireChannelWritabilityChanged()
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    private func stop() {
        deadline?.cancel()
        deadline = nil
    }
}
