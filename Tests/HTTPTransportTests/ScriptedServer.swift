// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import NIOCore
import NIOPosix
import Synchronization
import Testing

/// A server on loopback that follows a script on each connection, byte by byte, and sees when a client goes away.
struct ScriptedServer: Sendable {
    /// One connection, as the script sees it.
    final class Connection {
        private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
        private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
        private var pending = ByteBuffer()

        fileprivate init(
            _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>,
            _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
        ) {
            (self.inbound, self.outbound) = (inbound.makeAsyncIterator(), outbound)
        }

        /// The next bytes; `nil` when the client has closed the connection.
        func read() async -> ByteBuffer? {
            if pending.readableBytes > 0 {
                defer { pending.clear() }
                return pending
            }
            return try? await inbound.next(isolation: #isolation)
        }

        /// The next request's head, with the empty line; `nil` when the client has closed the connection.
        func head() async -> String? {
            var received = Data()
            while let bytes = await read() {
                received.append(contentsOf: bytes.readableBytesView)
                guard let end = received.range(of: Data("\r\n\r\n".utf8)) else { continue }
                pending = ByteBuffer(bytes: received[end.upperBound...])
                return String(decoding: received[..<end.upperBound], as: UTF8.self)
            }
            return nil
        }

        /// So many bytes of content, or those until the client closed the connection.
        func content(_ count: Int) async -> Int {
            var received = 0
            while received < count, let bytes = await read() { received += bytes.readableBytes }
            return received
        }

        func write(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }

        func write(_ data: Data) async throws { try await outbound.write(ByteBuffer(bytes: data)) }

        /// Waits until the client closes the connection.
        func closed() async { while await read() != nil {} }
    }

    let port: Int
    private let log: Log

    /// What the script noted.
    var notes: [String] { log.texts.withLock { $0 } }

    func request(_ path: String = "/", method: HTTPRequest.Method = .get) -> HTTPRequest {
        HTTPRequest(method: method, scheme: "http", authority: "127.0.0.1:\(port)", path: path)
    }

    final class Log: Sendable {
        fileprivate let texts = Mutex<[String]>([])
        private let (added, adding) = AsyncStream.makeStream(of: String.self)

        func note(_ text: String) {
            texts.withLock { $0.append(text) }
            adding.yield(text)
        }

        fileprivate func first(of expected: [String]) async -> String? { await added.first(where: expected.contains) }
    }

    /// Serves one connection; it gets its number, from 0.
    typealias Script = @Sendable (_ number: Int, Connection, Log) async throws -> Void

    /// The first note among some, once the script has written it.
    func firstNote(of expected: [String]) async -> String? { await log.first(of: expected) }

    /// Serves while `body` runs.
    static func with<Result>(
        _ script: @escaping Script,
        _ body: (ScriptedServer) async throws -> Result
    ) async throws -> Result {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        let log = Log()
        let serving = Task {
            try await withThrowingDiscardingTaskGroup { group in
                try await server.executeThenClose { connections in
                    var number = 0
                    for try await connection in connections {
                        let current = number
                        number += 1
                        group.addTask {
                            try? await connection.executeThenClose { inbound, outbound in
                                try await script(current, Connection(inbound, outbound), log)
                            }
                        }
                    }
                }
            }
        }
        defer { serving.cancel() }
        return try await body(
            ScriptedServer(port: try #require(server.channel.localAddress?.port), log: log))
    }
}
