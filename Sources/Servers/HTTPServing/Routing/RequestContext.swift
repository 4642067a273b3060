// SPDX-License-Identifier: Apache-2.0
public import Foundation
import HTTPListening
public import ProgramLifecycle
import Synchronization

/// The data of one request beside the request itself; an app adds properties of its own.
///
/// ```swift
/// struct AppContext: RequestContext {
///     var core: RequestCore
///     var visitor: Visitor?
///
///     init(core: RequestCore) { self.core = core }
/// }
/// ```
public protocol RequestContext: Sendable {
    /// The data that each request has.
    var core: RequestCore { get set }
    /// Creates the context of a request.
    init(core: RequestCore)
}

extension RequestContext {
    /// The log, whose lines have the request's id.
    public var logger: Log {
        get { core.logger }
        set { core.logger = newValue }
    }
    /// The id of the request.
    public var id: String { core.id }
    /// The parts of the path that the route names.
    public var parameters: RouteParameters {
        get { core.parameters }
        set { core.parameters = newValue }
    }
    /// The path of the route, such as `/things/{id}`; `nil` before the router has found one, and for none.
    public var endpointPath: String? { core.endpointPath }
}

/// The data that each request has: its log, id, connection, and the parameters of its route.
///
/// ```swift
/// // A request in process, as for a test.
/// let core = RequestCore(logger: Log("tests"))
/// let response = try await responder.respond(to: request, context: AppContext(core: core))
/// ```
public struct RequestCore: Sendable {
    /// The parts of the path that the route names.
    public var parameters = RouteParameters()
    /// The client's connection.
    public let connection: ClientConnection
    private var base: Log
    private var given: String?
    private let number = RequestNumber.next()
    private let endpoint = Endpoint()

    /// Creates the data of a request without a connection, as for one in process.
    ///
    /// - Parameters:
    ///   - logger: The log of the server.
    ///   - certificate: The certificate that the client presents, in DER.
    public init(logger: Log, certificate: Data? = nil) {
        self.init(logger: logger, connection: ClientConnection(certificate: certificate))
    }

    init(logger: Log, connection: ClientConnection) { (base, self.connection) = (logger, connection) }

    /// The id of the request: a number, or what a trusted proxy gave it.
    public var id: String {
        get { given ?? RequestNumber.text(number) }
        set { given = newValue }
    }

    /// The log, whose lines have the request's id.
    public var logger: Log {
        get {
            var log = base
            log.metadata[RequestID.logKey] = id
            return log
        }
        set {
            base = newValue
            given = newValue.metadata[RequestID.logKey]
        }
    }

    /// Whether the log writes lines of a level; asks for it without making the log.
    package func writes(_ level: Log.Level) -> Bool { base.writes(level) }

    /// The path of the route, which responders around the router see too.
    public internal(set) var endpointPath: String? {
        get { endpoint.path.withLock { $0 } }
        nonmutating set { endpoint.path.withLock { $0 = newValue } }
    }

    private final class Endpoint: Sendable { let path = Mutex<String?>(nil) }
}

/// Numbers of requests: a start that differs from run to run, then one after the other.
private enum RequestNumber {
    private static let start = UInt64.random(in: .min ... .max) & ~0xffff_ffff
    private static let count = Atomic<UInt64>(0)

    static func next() -> UInt64 { start &+ count.wrappingAdd(1, ordering: .relaxed).newValue }

    static func text(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// The parts of a path that a route names, not decoded.
///
/// ```swift
/// router.get("people/{id}/photos/{size}") { _, context in
///     let (id, size) = (try context.parameters.require("id"), context.parameters.get("size"))
///     return "The photo of \(id), \(size ?? "large")"
/// }
/// ```
public struct RouteParameters: Sendable {
    private var values: [(name: String, value: String)] = []

    init() {}

    /// Returns a part; `nil` if the route does not name it.
    public func get(_ name: String) -> String? { values.first { $0.name == name }?.value }

    /// Returns a part.
    ///
    /// - Throws: ``HTTPError`` (400) if the route does not name it.
    public func require(_ name: String) throws -> String {
        guard let value = get(name) else { throw HTTPError(.badRequest) }
        return value
    }

    mutating func append(_ name: String, _ value: String) { values.append((name, value)) }
}

/// The connection of a request: for work that ends when the client closes it, and for the client's certificate.
///
/// ```swift
/// router.get("report") { _, context in
///     try await context.core.connection.cancellingWhenClosed { try await makeReport() }
/// }
/// ```
public struct ClientConnection: Sendable {
    private enum Kind: Sendable {
        case peer(Peer)
        /// As in process: work is never cancelled.
        case none(Data?)
    }
    private let kind: Kind

    init(_ peer: Peer) { kind = .peer(peer) }
    init(certificate: Data? = nil) { kind = .none(certificate) }

    /// The certificate that the client presented, in DER; `nil` without one.
    ///
    /// The handshake has proved its private key.
    public func clientCertificate() -> Data? {
        switch kind {
        case .peer(let peer): peer.certificate.map { Data($0) }
        case .none(let certificate): certificate
        }
    }

    /// Carries out work, and cancels it when the client closes the connection.
    ///
    /// - Parameter work: The work.
    /// - Returns: The result of the work.
    /// - Throws: `CancellationError` if the client closed the connection; errors of the work.
    public func cancellingWhenClosed<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        guard case .peer(let peer) = kind else { return try await work() }
        return try await withThrowingTaskGroup(of: Result.self) { group in
            group.addTask { try await work() }
            group.addTask {
                await peer.hangUp()
                throw CancellationError()
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }
}
