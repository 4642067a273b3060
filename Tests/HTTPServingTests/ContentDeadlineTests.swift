// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import HTTPServing

/// The deadline of a request's content, on a channel whose clock goes only when it is told to.
@Suite struct ContentDeadlineTests {
    private let channel: EmbeddedChannel
    private let head = HTTPServerRequestPart.head(HTTPRequestHead(version: .http1_1, method: .POST, uri: "/"))
    private let piece = HTTPServerRequestPart.body(ByteBuffer(string: "a"))

    init() throws {
        channel = EmbeddedChannel(handler: ContentDeadline(.seconds(60)))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    /// What the client was told: the status and the end.
    private func answers() throws -> [HTTPResponseStatus] {
        var statuses: [HTTPResponseStatus] = []
        while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
            if case .head(let head) = part { statuses.append(head.status) }
        }
        return statuses
    }

    private func answer(_ status: HTTPResponseStatus) throws {
        try channel.writeOutbound(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: status)))
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    }

    @Test func `content that trickles in is ended with 408`() throws {
        try channel.writeInbound(head)
        for _ in 1...59 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            try channel.writeInbound(piece)
        }
        #expect(channel.isActive)
        #expect(try answers() == [])
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        #expect(try answers() == [.requestTimeout])
    }

    @Test func `content that arrives in time ends nothing`() throws {
        try channel.writeInbound(head)
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
        #expect(try answers() == [])
    }

    @Test func `every request has the whole time`() throws {
        for _ in 1...3 {
            try channel.writeInbound(head)
            channel.embeddedEventLoop.advanceTime(by: .seconds(40))
            try channel.writeInbound(HTTPServerRequestPart.end(nil))
            try answer(.ok)
        }
        #expect(channel.isActive)
        try channel.writeInbound(head)
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(!channel.isActive)
        #expect(try answers() == [.ok, .ok, .ok, .requestTimeout])
    }

    @Test func `a client that has its answer gets no second one`() throws {
        try channel.writeInbound(head)
        try answer(.payloadTooLarge)
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(!channel.isActive)
        #expect(try answers() == [.payloadTooLarge])
    }

    @Test func `an answer under way is not broken into`() throws {
        try channel.writeInbound(head)
        try channel.writeOutbound(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(!channel.isActive)
        #expect(try answers() == [.ok])
    }

    @Test func `a request behind one that waits for its answer does not take that answer`() throws {
        try channel.writeInbound(head)
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
        try channel.writeInbound(head)
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(!channel.isActive)
        #expect(try answers() == [])
    }
}
