// SPDX-License-Identifier: Apache-2.0

package import HTTPListening
import HTTPMessages
public import ProgramLifecycle

/// A server for HTTP/1.1 at one address.
///
/// At shutdown, it completes the requests in progress, and closes idle connections. If the responder throws, the error
/// is logged, and the client gets 500 without its text; a router responds to ``HTTPResponseError`` itself.
///
/// Responders run on threads of the server: two, and more if they are busy, up to one per core of the machine. A
/// blocking call withholds one of them from all other requests, so make it on a separate thread.
///
/// ```swift
/// let router = Router(context: AppContext.self)
/// router.get("/") { _, _ in "hello" }
/// let log = Log("web")
/// let server = HTTPServer(responder: router.buildResponder(), at: ServerAddress(port: 8080), logger: log)
/// try await ServerProgram([server], logger: log).run()
/// ```
public struct HTTPServer<Responder: HTTPResponder>: Service {
    private let responder: Responder
    private let address: ServerAddress
    private let logger: Log
    private let identity: (any ConnectionSecurity)?
    private let asksForCertificate: Bool
    private let contentDeadline: Duration
    private let idleTime: Duration
    private let onListening: @Sendable (Int) async -> Void

    /// Creates a server; it listens only in ``run(until:)``.
    ///
    /// A server that needs its own address before its router calls
    /// ``ServerAddress/reserve(host:preferred:orFree:scheme:)`` first. With TLS, the identity may change while it runs.
    /// If the server requests a client certificate, which stays optional, browsers may prompt the user to choose one.
    /// The content deadline limits the receipt of a request's content, and each wait for progress of a response. The
    /// idle time limits a connection without a request; a TLS handshake is not a request.
    package init(
        responder: Responder, at address: ServerAddress, identity: (any ConnectionSecurity)? = nil,
        asksForCertificate: Bool = false, logger: Log,
        contentDeadline: Duration = .seconds(60), idleTime: Duration = .seconds(30),
        onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) {
        (self.responder, self.address, self.logger, self.onListening) = (responder, address, logger, onListening)
        (self.identity, self.asksForCertificate) = (identity, asksForCertificate)
        (self.contentDeadline, self.idleTime) = (contentDeadline, idleTime)
    }

    /// Creates a server without TLS; it listens only in ``run(until:)``.
    ///
    /// A request's content must arrive within 60 seconds, and the client must receive a part of the response every 60
    /// seconds. A connection without a request is closed after 30.
    ///
    /// - Parameters:
    ///   - responder: The responder for all requests, usually a router's `buildResponder()`.
    ///   - address: The address to listen at; port 0 picks a free one.
    ///   - logger: The logger of the server and of every request.
    ///   - onListening: Called with the port as soon as the server accepts connections.
    public init(
        responder: Responder, at address: ServerAddress, logger: Log,
        onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) {
        self.init(responder: responder, at: address, identity: nil, logger: logger, onListening: onListening)
    }

    /// Listens and handles requests until a graceful shutdown, which completes the requests in progress.
    ///
    /// If the task is canceled, these requests are canceled, and their connections closed.
    ///
    /// - Throws: An error if the server cannot listen.
    public func run(until end: Ending) async throws {
        guard (0...65535).contains(address.port) else { throw ListeningError.notAPort(address.port) }
        guard let poller = Poller.system() else { throw ListeningError.outOfDescriptors(at: address) }
        poller.start()
        let secured = identity?.wrapping(asksForCertificate: asksForCertificate)
        let warn: @Sendable () -> Void = RoomWarning(logger).warn
        let listener = Listener(poller, limits: limits, wrap: secured ?? { $0 }, onPause: warn) { request, peer in
            try await answer(request, from: peer)
        }
        do {
            await onListening(try listener.listen(address.hostToBind, UInt16(address.port)))
        } catch {
            poller.stop()
            throw ListeningError.explaining(error.code, at: address)
        }
        await end.wait()
        await listener.drain()
        // A database closes with the last handler that retains it, and the program may exit when this returns.
        poller.stop()
        await poller.waitForEnd()
    }

    private var limits: Limits {
        var limits = Limits()
        limits.idle = idleTime
        limits.content = contentDeadline
        limits.write = contentDeadline
        return limits
    }

    private func answer(_ request: ReceivedRequest, from peer: any ByteStream) async throws -> Answer {
        let head = request.head.request
        let context = Responder.Context(core: RequestCore(logger: logger, connection: ClientConnection(peer)))
        do {
            let response = try await responder.respond(
                to: Request(head: head, body: IncomingBody(request)), context: context)
            if logger.writes(.trace) {
                // The route, not the path: path segments and the query can contain secrets.
                context.logger.trace(
                    "a request was answered",
                    metadata: [
                        "method": head.method.rawValue, "route": context.endpointPath ?? "none",
                        "status": String(response.status.code),
                    ])
            }
            return Answer(response.head, response.body.bytes)
        } catch let error where !error.endsConnection {
            context.logger.error("a request failed", metadata: ["error": "\(error)"])
            return Answer(HTTPResponse(status: .internalServerError))
        }
    }
}

extension Error {
    /// Whether the server closes the connection without a response, or with its own 400 or 408 for missing content.
    ///
    /// Such an error is not a failure of the program: middleware that turns errors into responses or log lines must
    /// rethrow it.
    public var endsConnection: Bool {
        self is ConnectionError || self is CancellationError || self is DroppedConnection || self is StalledConnection
    }
}

extension HTTPServer: CustomStringConvertible {
    /// The server's URL, for logs.
    public var description: String { "server at \(address.url)" }
}
