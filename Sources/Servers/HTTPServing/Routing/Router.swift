// SPDX-License-Identifier: Apache-2.0
public import HTTPMessages

/// A type that answers requests, such as a router's ``RouterResponder``.
///
/// ```swift
/// struct Maintenance: HTTPResponder {
///     func respond(to request: Request, context: AppContext) async throws -> Response {
///         Response(status: .serviceUnavailable, headers: [.retryAfter: "600"])
///     }
/// }
/// ```
public protocol HTTPResponder<Context>: Sendable {
    /// What belongs to a request.
    associatedtype Context: RequestContext
    /// Answers a request.
    ///
    /// - Throws: An error; the server answers 500, and closes the connection for one of the connection.
    func respond(to request: Request, context: Context) async throws -> Response
}

/// A step before the handlers of routes: it answers a request itself, or passes it on.
///
/// ```swift
/// struct RequireOrigin: RouterMiddleware {
///     func handle(
///         _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
///     ) async throws -> Response {
///         guard request.headers.contains(.origin) else { throw HTTPError(.forbidden) }
///         return try await next(request, context)
///     }
/// }
/// ```
public protocol RouterMiddleware<Context>: Sendable {
    /// What belongs to a request.
    associatedtype Context: RequestContext
    /// Answers a request, or passes it on.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The context, which `next` gets with changes.
    ///   - next: The next middleware, or the handler of the route.
    /// - Returns: The response.
    /// - Throws: An ``HTTPResponseError`` as a response; errors of `next`.
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response
}

/// A router, or a group of its routes, to which routes can be added.
///
/// ```swift
/// extension RouterMethods {
///     func addHealth() {
///         get("health") { _, _ in "ok" }
///     }
/// }
/// ```
public protocol RouterMethods<Context> {
    /// What belongs to a request.
    associatedtype Context: RequestContext

    /// Adds a route, behind the middleware that is there already.
    @discardableResult func on<Output: ResponseGenerator>(
        _ path: RouterPath, method: HTTPRequest.Method,
        use handler: @escaping @Sendable (Request, Context) async throws -> Output
    ) -> Self

    /// Adds middleware for the routes that are added from now on.
    @discardableResult func add(middleware: some RouterMiddleware<Context>) -> Self

    /// Returns a group of routes below a path, with middleware of its own.
    func group(_ path: RouterPath) -> RouterGroup<Context>
}

extension RouterMethods {
    /// Returns a group of routes with middleware of its own.
    public func group() -> RouterGroup<Context> { group("") }

    /// Adds a route for GET.
    @discardableResult public func get(
        _ path: RouterPath = "",
        use handler: @escaping @Sendable (Request, Context) async throws -> some ResponseGenerator
    ) -> Self { on(path, method: .get, use: handler) }

    /// Adds a route for HEAD.
    @discardableResult public func head(
        _ path: RouterPath = "",
        use handler: @escaping @Sendable (Request, Context) async throws -> some ResponseGenerator
    ) -> Self { on(path, method: .head, use: handler) }

    /// Adds a route for PUT.
    @discardableResult public func put(
        _ path: RouterPath = "",
        use handler: @escaping @Sendable (Request, Context) async throws -> some ResponseGenerator
    ) -> Self { on(path, method: .put, use: handler) }

    /// Adds a route for POST.
    @discardableResult public func post(
        _ path: RouterPath = "",
        use handler: @escaping @Sendable (Request, Context) async throws -> some ResponseGenerator
    ) -> Self { on(path, method: .post, use: handler) }

    /// Adds a route for PATCH.
    @discardableResult public func patch(
        _ path: RouterPath = "",
        use handler: @escaping @Sendable (Request, Context) async throws -> some ResponseGenerator
    ) -> Self { on(path, method: .patch, use: handler) }

    /// Adds a route for DELETE.
    @discardableResult public func delete(
        _ path: RouterPath = "",
        use handler: @escaping @Sendable (Request, Context) async throws -> some ResponseGenerator
    ) -> Self { on(path, method: .delete, use: handler) }
}

/// The options of a router.
///
/// ```swift
/// let router = Router(context: AppContext.self, options: .autoGenerateHeadEndpoints)
/// router.get("/") { _, _ in "hello" }
/// let responder = router.buildResponder()  // answers HEAD, too
/// ```
public struct RouterOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int
    /// Creates options.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Answers HEAD where there is a route for GET, without content.
    public static let autoGenerateHeadEndpoints = RouterOptions(rawValue: 1)
}

typealias Answering<Context> = @Sendable (Request, Context) async throws -> Response

/// Middleware in its order, the first outermost.
private final class Middlewares<Context: RequestContext> {
    private var wrappers: [(@escaping Answering<Context>) -> Answering<Context>] = []

    func add(_ middleware: some RouterMiddleware<Context>) {
        wrappers.append { inner in
            { request, context in try await middleware.handle(request, context: context, next: inner) }
        }
    }

    func around(_ inner: @escaping Answering<Context>) -> Answering<Context> {
        wrappers.reversed().reduce(inner) { $1($0) }
    }
}

/// Routes with their middleware.
///
/// A request gets 404 if no route has its path and its method.
///
/// ```swift
/// let router = Router(context: AppContext.self)
/// router.add(middleware: RequireOrigin())
/// router.get("tasks") { _, _ in "all tasks" }
/// router.delete("tasks/{id}") { _, _ in HTTPResponse.Status.noContent }
/// ```
public final class Router<Context: RequestContext>: RouterMethods {
    /// A route.
    public struct Route: Sendable {
        /// The path.
        public let path: RouterPath
        /// The method.
        public let method: HTTPRequest.Method
    }

    private var all: [(route: Route, answer: Answering<Context>)] = []
    private let middlewares = Middlewares<Context>()
    private let options: RouterOptions

    /// Creates a router without routes.
    public init(context: Context.Type = Context.self, options: RouterOptions = []) { self.options = options }

    /// The routes, in the order in which they were added.
    public var routes: [Route] { all.map(\.route) }

    /// Adds a route, behind the middleware that is there already.
    @discardableResult public func on<Output: ResponseGenerator>(
        _ path: RouterPath, method: HTTPRequest.Method,
        use handler: @escaping @Sendable (Request, Context) async throws -> Output
    ) -> Self {
        add(path, method) { request, context in
            try await handler(request, context).response(from: request, context: context)
        }
        return self
    }

    fileprivate func add(_ path: RouterPath, _ method: HTTPRequest.Method, _ answer: @escaping Answering<Context>) {
        all.append((Route(path: path, method: method), middlewares.around(answer)))
    }

    /// Adds middleware for the routes that are added from now on.
    @discardableResult public func add(middleware: some RouterMiddleware<Context>) -> Self {
        middlewares.add(middleware)
        return self
    }

    /// Returns a group of routes below a path, with middleware of its own.
    public func group(_ path: RouterPath) -> RouterGroup<Context> {
        RouterGroup(path: path) { self.add($0, $1, $2) }
    }

    /// Returns a responder with all routes so far; a path without a route is answered behind all middleware.
    public func buildResponder() -> RouterResponder<Context> {
        var tree = RouteTree<Answering<Context>>()
        for (route, answer) in all { tree.add(route.path, route.method, answer) }
        if options.contains(.autoGenerateHeadEndpoints) {
            tree.addHead { get in
                { request, context in try await get(request, context).createHeadResponse() }
            }
        }
        return RouterResponder(tree: tree, missing: middlewares.around { _, _ in throw HTTPError(.notFound) })
    }
}

/// Routes below a path, with middleware of their own inside that of the router.
///
/// ```swift
/// let pages = router.group("pages")
/// pages.add(middleware: RequireOrigin())
/// pages.get("first") { _, _ in "the first page" }
/// ```
public struct RouterGroup<Context: RequestContext>: RouterMethods {
    private let path: RouterPath
    private let middlewares = Middlewares<Context>()
    private let parent: (RouterPath, HTTPRequest.Method, @escaping Answering<Context>) -> Void

    fileprivate init(
        path: RouterPath, parent: @escaping (RouterPath, HTTPRequest.Method, @escaping Answering<Context>) -> Void
    ) {
        (self.path, self.parent) = (path, parent)
    }

    /// Adds a route, behind the middleware that is there already.
    @discardableResult public func on<Output: ResponseGenerator>(
        _ path: RouterPath, method: HTTPRequest.Method,
        use handler: @escaping @Sendable (Request, Context) async throws -> Output
    ) -> Self {
        add(path, method) { request, context in
            try await handler(request, context).response(from: request, context: context)
        }
        return self
    }

    private func add(_ path: RouterPath, _ method: HTTPRequest.Method, _ answer: @escaping Answering<Context>) {
        parent(self.path.appending(path), method, middlewares.around(answer))
    }

    /// Adds middleware for the routes that are added from now on.
    @discardableResult public func add(middleware: some RouterMiddleware<Context>) -> Self {
        middlewares.add(middleware)
        return self
    }

    /// Returns a group of routes below a path, with middleware of its own.
    public func group(_ path: RouterPath) -> RouterGroup<Context> {
        RouterGroup(path: path) { self.add($0, $1, $2) }
    }
}

/// The responder of a router, with the routes that it had when the responder was built.
///
/// ```swift
/// let responder: RouterResponder<AppContext> = router.buildResponder()
/// let request = Request(head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/"))
/// let context = AppContext(core: RequestCore(logger: Log("tests")))
/// let response = try await responder.respond(to: request, context: context)
/// ```
public struct RouterResponder<Context: RequestContext>: HTTPResponder {
    fileprivate let tree: RouteTree<Answering<Context>>
    fileprivate let missing: Answering<Context>

    /// Answers a request; an ``HTTPResponseError`` that no middleware turned into a response is one.
    public func respond(to request: Request, context: Context) async throws -> Response {
        var context = context
        do {
            guard let endpoint = tree.find(request.uri.path, into: &context.core.parameters),
                let answer = endpoint.responder(request.method)
            else { return try await missing(request, context) }
            context.core.endpointPath = endpoint.path
            return try await answer(request, context)
        } catch let error as any HTTPResponseError {
            return try error.response(from: request, context: context)
        }
    }
}
