// SPDX-License-Identifier: Apache-2.0
package import Foundation
import NIOCore
import NIOSSL
import Synchronization

/// Tells waiting requests that the client has closed its side of the connection.
final class ConnectionWatch: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = Any

    private struct State {
        var isClosed = false
        var next = 0
        var waiting: [Int: AsyncStream<Never>.Continuation] = [:]
    }

    private let state = Mutex(State())

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { close() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        close()
        context.fireChannelInactive()
    }

    private func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.finish() }
    }

    /// Waits until the client has closed the connection, or the task is cancelled.
    func closed() async {
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        let id: Int? = state.withLock { state in
            guard !state.isClosed else { return nil }
            state.next += 1
            state.waiting[state.next] = continuation
            return state.next
        }
        guard let id else { return }
        for await _ in stream {}
        state.withLock { $0.waiting[id] = nil }
    }
}

/// The connection of a request: for work that ends when the client closes it, and for the client's certificate.
package struct ClientConnection: Sendable {
    private let channel: (any Channel)?
    private let certificate: Data?

    /// Without a channel, as for a request in process, work is never cancelled.
    init(_ channel: (any Channel)? = nil, certificate: Data? = nil) {
        (self.channel, self.certificate) = (channel, certificate)
    }

    /// The certificate that the client presented, in DER; `nil` without one.
    ///
    /// The handshake has proved its private key.
    ///
    /// - Throws: `NIOSSLError` for a certificate that cannot be read.
    package func clientCertificate() async throws -> Data? {
        guard let channel else { return certificate }
        // A connection without TLS has no such handler.
        return try await (try? channel.nioSSL_peerCertificate().get()).map { Data(try $0.toDERBytes()) }
    }

    /// Carries out work, and cancels it when the client closes the connection.
    ///
    /// - Parameter work: The work.
    /// - Returns: The result of the work.
    /// - Throws: `CancellationError` if the client closed the connection; errors of the work.
    package func cancellingWhenClosed<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        guard let channel else { return try await work() }
        let watch = try await channel.pipeline.handler(type: ConnectionWatch.self).get()
        return try await withThrowingTaskGroup(of: Result.self) { group in
            group.addTask { try await work() }
            group.addTask {
                await watch.closed()
                throw CancellationError()
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }
}
