// SPDX-License-Identifier: Apache-2.0
import Hosts
import NIOCore
import NIOHTTP1
import NIOPosix
import OAuth
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Listens on loopback, for one visit.
///
/// It has an event loop of its own, so that closing the loop closes every connection, also those that browsers open in
/// advance.
final class LoopbackListener: Sendable {
    let redirectURI: RedirectURI
    let inbox: RedirectInbox
    let loop: MultiThreadedEventLoopGroup

    private init(redirectURI: RedirectURI, inbox: RedirectInbox, loop: MultiThreadedEventLoopGroup) {
        self.redirectURI = redirectURI
        self.inbox = inbox
        self.loop = loop
    }

    deinit {
        loop.shutdownGracefully { _ in }
    }

    /// Stops listening, and closes every connection.
    func close() async {
        // The only possible failure: the loop is closed already.
        try? await loop.shutdownGracefully()
    }

    /// - Parameters:
    ///   - registered: The redirect URI; without a port it gets a free one.
    ///   - page: The page at the end of the visit.
    ///   - addresses: Where to listen; at the addresses of the redirect URI's host if none is given.
    ///   - limits: The connections at once, and how long each may be silent.
    /// - Returns: The listener.
    /// - Throws: ``LoopbackUserAgentError`` (`portInUse`, `cannotListen`).
    static func listening(
        for registered: RedirectURI, page: AnswerPage, at addresses: Addresses? = nil, limits: Limits = Limits()
    ) async throws -> LoopbackListener {
        let addresses = addresses ?? Self.addresses(of: registered.host)
        var lastError: (any Error)?
        // With a free port at one address, another program may hold that port at the other: then another port is tried.
        for _ in 0..<(registered.port == nil ? 8 : 1) {
            let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            do {
                return try await bound(to: registered, at: addresses, page: page, limits: limits, on: loop)
            } catch {
                try await loop.shutdownGracefully()
                lastError = error
                guard (error as? IOError)?.isAddressInUse == true else { break }
            }
        }
        guard let port = registered.port, (lastError as? IOError)?.isAddressInUse == true else {
            throw LoopbackUserAgentError(
                .cannotListen, "the system does not allow this program to listen on loopback", cause: lastError)
        }
        throw LoopbackUserAgentError(
            .portInUse,
            "port \(port) of '\(registered)' is in use; stop the program that uses it, "
                + "or register the address without a port",
            cause: lastError)
    }

    private static func bound(
        to registered: RedirectURI, at addresses: Addresses, page: AnswerPage, limits: Limits,
        on loop: MultiThreadedEventLoopGroup
    ) async throws -> LoopbackListener {
        let inbox = RedirectInbox()
        let open = Mutex(0)
        let bootstrap = ServerBootstrap(group: loop)
            // Allows a port that another listener used a minute ago.
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { connection in
                // Beyond the limit, other users are closed out, so that the user's own browser still gets in.
                let isCrowded = open.withLock { $0 >= limits.connections }
                let most = isCrowded && PeerUser.isOwn(connection) ? 2 * limits.connections : limits.connections
                let isAdmitted = open.withLock { count in
                    guard count < most else { return false }
                    count += 1
                    return true
                }
                guard isAdmitted else { return connection.close() }
                connection.closeFuture.whenComplete { _ in open.withLock { $0 -= 1 } }
                return connection.eventLoop.makeCompletedFuture {
                    let judge = RedirectJudge(
                        redirectURI: registered.withPort(connection.localAddress?.port ?? 0))
                    try answer(
                        connection, with: RedirectHandler(judge: judge, page: page, inbox: inbox),
                        silentFor: limits.silence)
                }
            }
        let first = try await bootstrap.bind(host: addresses.first, port: registered.port ?? 0).get()
        let redirectURI = registered.withPort(first.localAddress?.port ?? 0)
        if let second = addresses.second, let port = redirectURI.port {
            do {
                _ = try await bootstrap.bind(host: second, port: port).get()
            } catch let error as IOError where !error.isAddressInUse {
                // This machine has no IPv6, so no browser reaches that address.
            }
        }
        return LoopbackListener(redirectURI: redirectURI, inbox: inbox, loop: loop)
    }

    private static func answer(
        _ connection: any Channel, with handler: RedirectHandler, silentFor silence: TimeAmount
    ) throws {
        let pipeline = connection.pipeline.syncOperations
        try pipeline.addHandler(IdleStateHandler(allTimeout: silence))
        try pipeline.addHandler(RequestSizeLimit())
        try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false, withErrorHandling: true)
        try pipeline.addHandler(handler)
    }

    /// Keeps other programs on this machine from holding memory and files of this one.
    struct Limits: Sendable {
        /// The connections at once; the user's own browser may have as many again.
        var connections = 64
        /// How long a connection may send nothing.
        var silence: TimeAmount = .seconds(30)
    }

    /// The address that is required, and the one that not every machine has.
    typealias Addresses = (first: String, second: String?)

    private static func addresses(of host: String) -> Addresses {
        guard !LoopbackHost.isName(host) else { return ("127.0.0.1", "::1") }
        // Sockets take an IPv6 address without its brackets.
        return (host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host, nil)
    }
}

extension IOError {
    var isAddressInUse: Bool { errnoCode == EADDRINUSE }
}

/// Closes a connection that sends more than any redirect needs.
///
/// The limit is not tighter, because browsers send to loopback all cookies that programs ever set there.
final class RequestSizeLimit: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private var bytesLeft = 32 * 1024

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytesLeft -= unwrapInboundIn(data).readableBytes
        guard bytesLeft >= 0 else {
            context.close(promise: nil)
            return
        }
        context.fireChannelRead(data)
    }
}
