// SPDX-License-Identifier: Apache-2.0
package import Hummingbird
import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOCore
import ServiceLifecycle

/// A router on a port, as a service that several servers of one program run side by side.
///
/// It ends with a graceful shutdown: requests in progress are answered, idle connections are closed.
package struct HTTPServer<Responder: HTTPResponder>: Service
where Responder.Context: InitializableFromSource<ServingContextSource> {
    private let responder: Responder
    private let address: ServerAddress
    private let logger: Logger
    private let identity: TLSIdentity?
    private let contentDeadline: Duration
    private let idleTime: Duration
    private let onListening: @Sendable (Int) async -> Void

    /// Creates a server; nothing listens before ``run()``.
    ///
    /// - Parameters:
    ///   - responder: What answers, usually a router's `buildResponder()`.
    ///   - address: Where to listen. Port 0 takes a free one; a server that must know its own address before
    ///     it has a router asks ``ServerAddress/reserve(host:preferred:orFree:)`` first.
    ///   - identity: What the server proves its name with; `nil` serves without TLS.
    ///   - logger: The logger of the server and of every request.
    ///   - contentDeadline: How long the content of a request may take to arrive whole, however it comes.
    ///   - idleTime: How long a connection may be without a request; the greetings of TLS count as none.
    ///   - onListening: Called with the port as soon as connections are taken.
    package init(
        responder: Responder, at address: ServerAddress, identity: TLSIdentity? = nil, logger: Logger,
        contentDeadline: Duration = .seconds(60), idleTime: Duration = .seconds(30),
        onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) {
        self.responder = responder
        self.address = address
        self.logger = logger
        self.identity = identity
        self.contentDeadline = contentDeadline
        self.idleTime = idleTime
        self.onListening = onListening
    }

    /// Listens and answers until it is told to shut down.
    ///
    /// - Throws: ``ListeningError`` if the address cannot be had; `NIOSSLError` if the identity is none.
    package func run() async throws {
        let (address, onListening) = (address, onListening)
        let application = Application(
            responder: ContextMaker(responder: responder),
            server: try builder,
            configuration: ApplicationConfiguration(
                address: .hostname(address.hostToBind, port: address.port)),
            onServerRunning: { channel in await onListening(channel.localAddress?.port ?? address.port) },
            logger: logger)
        do {
            try await application.run()
        } catch {
            throw ListeningError.explaining(error, at: address)
        }
    }

    private var builder: HTTPServerBuilder {
        get throws {
            let (contentDeadline, isSecure) = (TimeAmount(contentDeadline), identity != nil)
            // The idle time counts from the last complete head or piece of content, so a head that trickles in
            // ends too.
            let plain = HTTPServerBuilder.http1(
                configuration: .init(
                    additionalChannelHandlers: [
                        HandlersBesideDecoder(contentDeadline: contentDeadline, isSecure: isSecure)
                    ],
                    idleTimeout: TimeAmount(idleTime)))
            guard let identity else { return plain }
            return try .tls(plain, tlsConfiguration: try identity.configuration())
        }
    }
}

/// Makes our contexts from Hummingbird's, which insist on a connection.
private struct ContextMaker<Responder: HTTPResponder>: HTTPResponder
where Responder.Context: InitializableFromSource<ServingContextSource> {
    let responder: Responder

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        let source = ServingContextSource(logger: context.logger)
        do {
            return try await responder.respond(to: request, context: Responder.Context(source: source))
        } catch let error where error is DroppedConnection || error is StalledConnection {
            // Whatever is answered afterwards is written to nobody.
            try? await context.channel.close()
            throw error
        }
    }
}
