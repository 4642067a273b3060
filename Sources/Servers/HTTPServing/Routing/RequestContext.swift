// SPDX-License-Identifier: Apache-2.0

import HTTPMessages
public import ProgramLifecycle
import Synchronization

/// The data of one request beside the request itself, to which an app adds properties of its own.
///
/// A context is passed from step to step by value: keep it below about 100 bytes, and put large values behind a
/// reference.
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

    /// The segments of the path that the route names.
    public var parameters: RouteParameters {
        get { core.parameters }
        set { core.parameters = newValue }
    }

    /// The path of the route, such as `/things/{id}`; `nil` before the router has found one, and if there is none.
    package var endpointPath: String? { core.endpointPath }

    /// The client's connection.
    public var connection: ClientConnection { core.connection }
}

/// The data that each request has: its log, id, connection, and the parameters of its route.
///
/// ```swift
/// // A request in process, as for a test.
/// let core = RequestCore(logger: Log("tests"))
/// let response = try await responder.respond(to: request, context: AppContext(core: core))
/// ```
public struct RequestCore: Sendable {
    /// The segments of the path that the route names.
    public var parameters = RouteParameters()
    /// The client's connection.
    public let connection: ClientConnection
    /// The log without the id, which most requests never write.
    private var baseLogger: Log
    private let number = RequestID.nextNumber()
    private let shared = Shared()

    /// Creates the data of a request in process, which has no connection.
    ///
    /// - Parameter logger: The log of the server.
    public init(logger: Log) { self.init(logger: logger, connection: ClientConnection()) }

    init(logger: Log, connection: ClientConnection) {
        baseLogger = logger
        self.connection = connection
    }

    /// The id of the request: a UUID of its own, or the id from a trusted proxy.
    public package(set) var id: String {
        get { shared.values.withLock { $0.givenID } ?? RequestID.uuid(of: number) }
        nonmutating set { shared.values.withLock { $0.givenID = newValue } }
    }

    /// The log, whose lines have the request's id.
    public var logger: Log {
        get {
            var logger = baseLogger
            logger[metadataKey: RequestID.logKey] = id
            return logger
        }
        set { baseLogger = newValue }
    }

    /// Whether the log writes lines of a level; cheaper than to ask ``logger``.
    package func writes(_ level: Log.Level) -> Bool { baseLogger.writes(level) }

    /// The path of the route, such as `/things/{id}`; `nil` before the router has found one, and if there is none.
    ///
    /// A responder around the router reads it after the response.
    package internal(set) var endpointPath: String? {
        get { shared.values.withLock { $0.endpointPath } }
        nonmutating set { shared.values.withLock { $0.endpointPath = newValue } }
    }

    /// What all copies share, so that those around a responder see what it found.
    private final class Shared: Sendable {
        /// `givenID` comes from a trusted proxy.
        let values = Mutex<(endpointPath: String?, givenID: String?)>((nil, nil))
    }
}
