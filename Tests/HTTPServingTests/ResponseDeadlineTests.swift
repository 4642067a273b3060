// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import HTTPServing

/// The deadline of a client that takes nothing, on a channel whose clock goes only when it is told to.
@Suite struct ResponseDeadlineTests {
    private let channel: EmbeddedChannel

    init() throws {
        channel = EmbeddedChannel(handler: ResponseDeadline(.seconds(60)))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    private func set(writable isWritable: Bool) {
        channel.isWritable = isWritable
        channel.pipeline.fireChannelWritabilityChanged()
    }

    @Test func `a client that takes nothing for the whole time loses its connection`() {
        set(writable: false)
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func `a client that takes a piece in time has the whole time for the next one`() {
        for _ in 1...3 {
            set(writable: false)
            channel.embeddedEventLoop.advanceTime(by: .seconds(40))
            set(writable: true)
        }
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
    }

    @Test func `each connection has the deadline`() throws {
        let channel = EmbeddedChannel()
        let handlers: [any ChannelHandler] = [
            ByteToMessageHandler(HTTPRequestDecoder()),
            HandlersBesideDecoder(contentDeadline: .seconds(60), isSecure: false),
        ]
        try channel.pipeline.syncOperations.addHandlers(handlers)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(!channel.isActive)
    }
}
