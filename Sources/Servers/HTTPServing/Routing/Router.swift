// SPDX-License-Identifier: Apache-2.0
public import HTTPMessages

// Oracle: Hummingbird, whose router the servers had before. Every route, 404 and 405 that their tests asserted then
// stays; `RouterTests` has a row for each rule of a path.

/// Routes with their middleware.
///
/// A request goes to the route with its path and its method; see ``RouterPath`` for the rules. Without one, the client
/// gets 404, also at a path that has routes for other methods only. An app that prefers 405 (RFC 9110 §15.5.6) adds
/// routes for these methods, and names those that it supports in `Allow`.
///
/// ```swift
/// let router = Router(context: AppContext.self)
/// router.add(middleware: RequireOrigin())
/// router.get("tasks") { _, _ in "all tasks" }
/// router.delete("tasks/{id}") { _, _ in HTTPResponse.Status.noContent }
/// ```
public final class Router<Context: RequestContext>: RouterMethods {
    /// The path and the method of a route.
    package struct Route: Sendable {
        /// The path, with that of the groups around the route.
        package let path: RouterPath
        /// The method.
        package let method: HTTPRequest.Method
    }

    private let list = RouteList<Context>()
    private let middleware = MiddlewareChain<Context>()
    private let options: RouterOptions
    private var unsupportedMethod: UnsupportedMethodHandler<Context>?

    /// Creates a router without routes.
    public init(context: Context.Type = Context.self, options: RouterOptions = []) { self.options = options }

    /// The routes, in the order in which they were added.
    package var routes: [Route] { list.all.map(\.route) }

    /// The router as a group for all paths.
    private var root: RouterGroup<Context> { RouterGroup(path: "", routes: list, middleware: middleware) }

    /// Adds a route, behind the middleware that was added before.
    ///
    /// A route replaces an earlier one with the same path and method.
    @discardableResult public func on<Output: ResponseGenerator>(
        _ path: RouterPath, method: HTTPRequest.Method,
        use handler: @escaping @Sendable (Request, Context) async throws -> Output
    ) -> Self {
        root.on(path, method: method, use: handler)
        return self
    }

    /// Adds middleware for the routes that are added later.
    @discardableResult public func add(middleware: some RouterMiddleware<Context>) -> Self {
        self.middleware.append(middleware)
        return self
    }

    /// Returns a group of routes below a path, with middleware of its own.
    public func group(_ path: RouterPath) -> RouterGroup<Context> { root.group(path) }

    /// Answers requests for a path whose routes have other methods, in place of 404, behind all middleware of the
    /// router.
    ///
    /// - Parameter handler: Gets the methods of the routes at the path, with a HEAD that the router adds.
    package func onUnsupportedMethod<Output: ResponseGenerator>(
        use handler: @escaping @Sendable (Request, Context, _ allowed: [HTTPRequest.Method]) async throws -> Output
    ) {
        unsupportedMethod = { request, context, allowed in
            try await handler(request, context, allowed).response(from: request, context: context)
        }
    }

    /// Returns a responder with the routes so far.
    ///
    /// The 404 for a request without a route passes through all middleware of the router, but not of its groups.
    public func buildResponder() -> RouterResponder<Context> {
        var tree = RouteTree()
        var handlers = list.all.map(\.handler)
        for (number, route) in routes.enumerated() { tree.add(route.path, route.method, number) }
        if options.contains(.autoGenerateHeadEndpoints) {
            tree.addHead { get in
                let handler = handlers[get]
                handlers.append { request, context in try await handler(request, context).createHeadResponse() }
                return handlers.count - 1
            }
        }
        return RouterResponder(
            tree: tree, handlers: handlers, passing: middleware.passing,
            withoutRoute: middleware.wrapping(refusal(for: tree)))
    }

    /// Returns the handler of requests for which there is no route.
    private func refusal(for tree: RouteTree) -> RouteHandler<Context> {
        guard let unsupportedMethod else { return { _, _ in throw HTTPError(.notFound) } }
        return { request, context in
            guard let (endpoint, _) = tree.endpoint(at: request.uri.path) else { throw HTTPError(.notFound) }
            context.core.endpointPath = endpoint.path
            return try await unsupportedMethod(request, context, endpoint.methods)
        }
    }
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

    /// Creates options from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Answers HEAD at each path with a route for GET, unless it has a route for HEAD: by the handler for GET, without
    /// the content. RFC 9110 §9.3.2
    public static let autoGenerateHeadEndpoints = RouterOptions(rawValue: 1)
}
