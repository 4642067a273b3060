// SPDX-License-Identifier: Apache-2.0
import NIOCore
package import ProgramLifecycle
import ServerTLS

/// A router that listens on a port; a program runs several of these services side by side.
///
/// At a graceful shutdown it completes open requests and closes idle connections.
package struct HTTPServer<Responder: HTTPResponder>: Service {
    private let responder: Responder
    private let address: ServerAddress
    private let logger: Log
    private let identity: CurrentTLSIdentity?
    private let asksForCertificate: Bool
    private let contentDeadline: Duration
    private let idleTime: Duration
    private let onListening: @Sendable (Int) async -> Void

    /// Creates a server; it listens only in ``run()``.
    ///
    /// - Parameters:
    ///   - responder: The responder for all requests, usually a router's `buildResponder()`.
    ///   - address: The address to listen at. Port 0 takes a free one; a server that needs its own address before its
    ///     router calls ``ServerAddress/reserve(host:preferred:orFree:)`` first.
    ///   - identity: The certificate and key of the server, which may change while it runs; `nil` serves without TLS.
    ///   - asksForCertificate: Whether the server asks clients for a certificate, with TLS. A client may have none; a
    ///     browser may show the person a list of certificates to choose from.
    ///   - logger: The logger of the server and of every request.
    ///   - contentDeadline: The longest time until the whole content of a request has arrived, and until the client
    ///     has taken what was written of a response.
    ///   - idleTime: The longest time of a connection without a request; a TLS handshake is not a request.
    ///   - onListening: Called with the port as soon as the server accepts connections.
    package init(
        responder: Responder, at address: ServerAddress, identity: CurrentTLSIdentity? = nil,
        asksForCertificate: Bool = false, logger: Log,
        contentDeadline: Duration = .seconds(60), idleTime: Duration = .seconds(30),
        onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) {
        self.responder = responder
        self.address = address
        self.logger = logger
        self.identity = identity
        self.asksForCertificate = asksForCertificate
        self.contentDeadline = contentDeadline
        self.idleTime = idleTime
        self.onListening = onListening
    }

    /// Listens and answers requests until a graceful shutdown.
    ///
    /// - Throws: ``ListeningError`` if the server cannot listen.
    package func run() async throws {
        let (address, onListening) = (address, onListening)
        let application = Application(
            responder: ContextMaker(responder: responder),
            server: try builder,
            configuration: ApplicationConfiguration(address: .hostname(address.hostToBind, port: address.port)),
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
            // The idle time counts from the last complete head or piece of content, so it also ends a head that arrives
            // slowly.
            let plain = HTTPServerBuilder.http1(
                configuration: .init(
                    additionalChannelHandlers: [
                        HandlersBesideDecoder(contentDeadline: contentDeadline, isSecure: isSecure)
                    ],
                    idleTimeout: TimeAmount(idleTime)))
            guard let identity else { return plain }
            return try .tls(
                plain, configuration: identity.configuration(asksForCertificate: asksForCertificate))
        }
    }
}

extension HTTPServer: CustomStringConvertible {
    /// The address; the lifecycle of services writes it into logs, with nothing of the server's content.
    package var description: String { "server at \(address.url)" }
}

/// Makes our contexts from those of Hummingbird, which need a connection.
private struct ContextMaker<Responder: HTTPResponder>: HTTPResponder {
    let responder: Responder

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        let source = RequestCore(logger: context.logger, connection: ClientConnection(context.channel))
        do {
            return try await responder.respond(to: request, context: Responder.Context(source: source))
        } catch let error where error is DroppedConnection || error is StalledConnection {
            // After the close, no response reaches the client.
            try? await context.channel.close()
            throw error
        }
    }
}

/// Runs the servers of a program until the person or the system ends it.
package struct ServerProgram: Sendable {
    private let services: [any Service]
    private let logger: Log
    private let signals: [Int32]
    private let limit: Duration

    /// Creates a program.
    ///
    /// - Parameters:
    ///   - services: The servers, and further services beside them. They start together and end in the opposite order.
    ///   - logger: The logger for start and end.
    ///   - signals: The signals that end the program; tests pass none.
    ///   - limit: The longest time from the signal to the end; open requests that take longer are cancelled.
    package init(
        _ services: [any Service], logger: Log, endingWith signals: [Int32] = [.sigint, .sigterm],
        within limit: Duration = .seconds(5)
    ) {
        (self.services, self.logger, self.signals, self.limit) = (services, logger, signals, limit)
    }

    /// Runs until a signal; open requests then have time to end.
    ///
    /// - Throws: ``ListeningError``, or another error that ends a service; the other services then end too.
    package func run() async throws {
        var configuration = ServiceGroupConfiguration(services: services, logger: logger)
        configuration.gracefulShutdownSignals = signals
        configuration.maximumGracefulShutdownDuration = limit
        try await ServiceGroup(configuration: configuration).run()
    }
}
