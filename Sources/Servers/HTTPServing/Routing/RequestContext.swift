// SPDX-License-Identifier: Apache-2.0

import HTTPMessages
public import ProgramLifecycle
import Synchronization

/// The data of one request besides the request itself, which an app can extend.
///
/// A context is passed by value from step to step: keep it below about 100 bytes, and store large values by reference.
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
    /// The logger, which adds the request's ID to each line.
    public var logger: Log {
        get { core.logger }
        set { core.logger = newValue }
    }

    /// The ID of the request.
    public var id: String { core.id }

    /// The named segments of the path.
    public var parameters: RouteParameters {
        get { core.parameters }
        set { core.parameters = newValue }
    }

    package var endpointPath: String? { core.endpointPath }

    /// The client's connection.
    public var connection: ClientConnection { core.connection }
}

/// The data that each request has: logger, ID, connection, and route parameters.
///
/// ```swift
/// // A request in process, as for a test.
/// let core = RequestCore(logger: Log("tests"))
/// let response = try await responder.respond(to: request, context: AppContext(core: core))
/// ```
public struct RequestCore: Sendable {
    /// The named segments of the path.
    public var parameters = RouteParameters()
    /// The client's connection.
    public let connection: ClientConnection
    /// Without the ID, which most requests never log.
    private var baseLogger: Log
    private let number = RequestID.nextNumber()
    private let shared = Shared()

    /// Creates the data of an in-process request, which has no connection.
    public init(logger: Log) { self.init(logger: logger, connection: ClientConnection()) }

    init(logger: Log, connection: ClientConnection) {
        baseLogger = logger
        self.connection = connection
    }

    /// The ID of the request: a UUID, or the ID from a trusted proxy.
    public package(set) var id: String {
        get { shared.values.withLock { $0.givenID } ?? RequestID.uuid(of: number) }
        nonmutating set { shared.values.withLock { $0.givenID = newValue } }
    }

    /// The logger, which adds the request's ID to each line.
    public var logger: Log {
        get {
            var logger = baseLogger
            logger[metadataKey: RequestID.logKey] = id
            return logger
        }
        set { baseLogger = newValue }
    }

    /// Cheaper than ``logger``, which formats the ID.
    package func writes(_ level: Log.Level) -> Bool { baseLogger.writes(level) }

    /// The path of the route, such as `/things/{id}`, for a responder around the router; `nil` without a match.
    package internal(set) var endpointPath: String? {
        get { shared.values.withLock { $0.endpointPath } }
        nonmutating set { shared.values.withLock { $0.endpointPath = newValue } }
    }

    /// The state that all copies share, so that code around a responder sees its results.
    private final class Shared: Sendable {
        /// `givenID` comes from a trusted proxy.
        let values = Mutex<(endpointPath: String?, givenID: String?)>((nil, nil))
    }
}
