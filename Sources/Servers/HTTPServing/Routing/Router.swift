// SPDX-License-Identifier: Apache-2.0
public import HTTPMessages

/// Answers requests.
public protocol HTTPResponder<Context>: Sendable {
    /// What belongs to a request.
    associatedtype Context: RequestContext
    /// Answers a request.
    func respond(to request: Request, context: Context) async throws -> Response
}

/// Stands before the handlers of routes.
public protocol RouterMiddleware<Context>: Sendable {
    /// What belongs to a request.
    associatedtype Context: RequestContext
    /// Answers a request, or passes it on.
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response
}

/// What routes can be added to.
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

    /// A group of routes below a path, with middleware of its own.
    func group(_ path: RouterPath) -> RouterGroup<Context>
}

extension RouterMethods {
    /// A group of routes with middleware of its own.
    public func group() -> RouterGroup<Context> { group("") }

    /// Adds a route for GET.
    @discardableResult public func get(
        _ path: RouterPath = "", use handler: @escaping @Sendable (Request, Context) async throws -> some ResponseGenerator
    ) -> Self { on(path, method: .get, use: handler) }

    /// Adds a route for HEAD.
    @discardableResult public func head(
        _ path: RouterPath = "", use handler: @escaping @Sendable (Request, Context) async throws -> some ResponseGenerator
    ) -> Self { on(path, method: .head, use: handler) }

    /// Adds a route for PUT.
    @discardableResult public func put(
        _ path: RouterPath = "", use handler: @escaping @Sendable (Request, Context) async throws -> some ResponseGenerator
    ) -> Self { on(path, method: .put, use: handler) }

    /// Adds a route for POST.
    @discardableResult public func post(
        _ path: RouterPath = "", use handler: @escaping @Sendable (Request, Context) async throws -> some ResponseGenerator
    ) -> Self { on(path, method: .post, use: handler) }

    /// Adds a route for PATCH.
    @discardableResult public func patch(
        _ path: RouterPath = "", use handler: @escaping @Sendable (Request, Context) async throws -> some ResponseGenerator
    ) -> Self { on(path, method: .patch, use: handler) }

    /// Adds a route for DELETE.
    @discardableResult public func delete(
        _ path: RouterPath = "", use handler: @escaping @Sendable (Request, Context) async throws -> some ResponseGenerator
    ) -> Self { on(path, method: .delete, use: handler) }
}

/// What a router does by itself.
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

/// Routes with their middleware, from which a responder is built.
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

    @discardableResult public func add(middleware: some RouterMiddleware<Context>) -> Self {
        middlewares.add(middleware)
        return self
    }

    public func group(_ path: RouterPath) -> RouterGroup<Context> {
        RouterGroup(path: path) { self.add($0, $1, $2) }
    }

    /// The responder with all routes so far; an address without a route is answered behind all middleware, with 404.
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
public struct RouterGroup<Context: RequestContext>: RouterMethods {
    private let path: RouterPath
    private let middlewares = Middlewares<Context>()
    private let parent: (RouterPath, HTTPRequest.Method, @escaping Answering<Context>) -> Void

    fileprivate init(
        path: RouterPath, parent: @escaping (RouterPath, HTTPRequest.Method, @escaping Answering<Context>) -> Void
    ) {
        (self.path, self.parent) = (path, parent)
    }

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

    @discardableResult public func add(middleware: some RouterMiddleware<Context>) -> Self {
        middlewares.add(middleware)
        return self
    }

    public func group(_ path: RouterPath) -> RouterGroup<Context> {
        RouterGroup(path: path) { self.add($0, $1, $2) }
    }
}

/// Finds the route of a request, and answers behind its middleware.
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
