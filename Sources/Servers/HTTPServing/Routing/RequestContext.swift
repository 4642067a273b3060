// SPDX-License-Identifier: Apache-2.0
public import ProgramLifecycle

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
    public var endpointPath: String? { core.endpointPath }

    /// The client's connection.
    public var connection: ClientConnection { core.connection }
}
