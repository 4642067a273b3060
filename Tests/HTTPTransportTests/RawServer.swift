// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import NIOCore
import NIOPosix
import Synchronization
import Testing

/// A server on loopback that answers with exactly these bytes, so that it can also answer wrongly.
struct RawServer: Sendable {
    /// What to do with a connection that has sent a whole head.
    enum Answer: Sendable {
        case bytes(String)
        case silence
        /// The bytes, and then more of them for as long as the connection lasts.
        case drip(String, then: String)
        case hangUp
    }

    let port: Int
    private let heard: Heard

    /// What the clients sent, as text.
    var requests: [String] { heard.texts.withLock { $0 } }

    func url(_ path: String = "/") throws -> URL {
        try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
    }

    func request(_ path: String = "/", method: HTTPRequest.Method = .get) -> HTTPRequest {
        HTTPRequest(method: method, scheme: "http", authority: "127.0.0.1:\(port)", path: path)
    }

    static func with<Result>(
        _ answer: Answer, _ body: (RawServer) async throws -> Result
    ) async throws -> Result {
        let heard = Heard()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Answering(answer, heard))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let server = RawServer(port: try #require(channel.localAddress?.port), heard: heard)
        do {
            let result = try await body(server)
            try await channel.close()
            return result
        } catch {
            try? await channel.close()
            throw error
        }
    }

    /// A response's head with its content.
    static func response(_ status: String = "200 OK", fields: String = "", _ content: String = "") -> String {
        "HTTP/1.1 \(status)\r\n\(fields)Content-Length: \(content.utf8.count)\r\n\r\n\(content)"
    }

    final class Heard: Sendable {
        let texts = Mutex<[String]>([])
    }
}

/// Answers once, as soon as the head and all announced content are there.
private final class Answering: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let answer: RawServer.Answer
    private let heard: RawServer.Heard
    private var text = ""

    init(_ answer: RawServer.Answer, _ heard: RawServer.Heard) {
        (self.answer, self.heard) = (answer, heard)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        text += String(buffer: unwrapInboundIn(data))
        guard let end = text.range(of: "\r\n\r\n") else { return }
        let announced = text.firstMatch(of: #/(?i)content-length: (\d+)/#).flatMap { Int($0.1) } ?? 0
        guard text[end.upperBound...].utf8.count >= announced else { return }
        let complete = text
        heard.texts.withLock { $0.append(complete) }
        text = ""
        switch answer {
        case .silence: break
        case .hangUp: context.close(promise: nil)
        case .bytes(let bytes): write(bytes, in: context)
        case .drip(let first, let more):
            write(first, in: context)
            drip(more, in: context)
        }
    }

    private func drip(_ text: String, in context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        write(text, in: context)
        context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(5)) { self.drip(text, in: context) }
    }

    private func write(_ text: String, in context: ChannelHandlerContext) {
        context.writeAndFlush(NIOAny(ByteBuffer(string: text)), promise: nil)
    }
}
