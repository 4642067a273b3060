// SPDX-License-Identifier: Apache-2.0

public import HTTPMessages

// Oracle: Hummingbird, whose router the servers used before. All routes, 404s and 405s from their tests of that time
// are unchanged; `RouterTests` has a row for each rule of a path.

/// Routes with their middleware.
///
/// A request goes to the route with its path and method; see ``RouterPath`` for the rules. Without one, the client gets
/// 404, also at a path with routes for other methods. An app that prefers 405 (RFC 9110 §15.5.6) adds routes for these
/// methods, and lists the supported ones in `Allow`.
///
/// ```swift
/// let router = Router(context: AppContext.self)
/// router.add(middleware: RequireOrigin())
/// router.get("tasks") { _, _ in "all tasks" }
/// router.delete("tasks/{id}") { _, _ in HTTPResponse.Status.noContent }
/// ```
public final class Router<Context: RequestContext>: RouterMethods {
    package struct Route: Sendable {
        /// Includes the path of the groups around the route.
        package let path: RouterPath
        package let method: HTTPRequest.Method
    }

    /// The group of all routes.
    public let base = RouterGroup<Context>(path: "", routes: RouteList(), middleware: MiddlewareChain())
    private let answersHead: Bool
    private var unsupportedMethod: UnsupportedMethodHandler<Context>?
    private var unknownPath: RouteHandler<Context>?

    /// Creates a router without routes.
    ///
    /// - Parameters:
    ///   - context: The type of a request's context.
    ///   - answersHead: Whether a route for GET also handles HEAD, without the content, at a path without a route for
    ///     HEAD. RFC 9110 §9.3.2
    public init(context: Context.Type = Context.self, answersHead: Bool = false) { self.answersHead = answersHead }

    package var routes: [Route] { base.routes.all.map(\.route) }

    /// Replaces the 404 for a path with routes for other methods, after the router's middleware.
    ///
    /// The handler gets the methods of the path's routes, including a HEAD that the router adds.
    package func onUnsupportedMethod<Output: ResponseGenerator>(
        use handler: @escaping @Sendable (Request, Context, _ allowed: [HTTPRequest.Method]) async throws -> Output
    ) {
        unsupportedMethod = { request, context, allowed in
            try await handler(request, context, allowed).response(from: request, context: context)
        }
    }

    /// Replaces the 404 for a path without routes, after the router's middleware.
    package func onUnknownPath(use handler: @escaping @Sendable (Request, Context) async throws -> Response) {
        unknownPath = handler
    }

    /// Returns a responder with the routes so far.
    ///
    /// The 404 for a request without a route passes through all middleware of the router, but not of its groups.
    public func buildResponder() -> RouterResponder<Context> {
        var tree = RouteTree()
        var handlers = base.routes.all.map(\.handler)
        for (number, route) in routes.enumerated() { tree.add(route.path, route.method, number) }
        if answersHead {
            tree.addHead { get in
                let handler = handlers[get]
                handlers.append { request, context in try await handler(request, context).createHeadResponse() }
                return handlers.count - 1
            }
        }
        return RouterResponder(
            tree: tree, handlers: handlers, passing: base.middleware.passing,
            withoutRoute: base.middleware.wrapping(refusal(for: tree)))
    }

    private func refusal(for tree: RouteTree) -> RouteHandler<Context> {
        let unknownPath = unknownPath ?? { _, _ in throw HTTPError(.notFound) }
        guard let unsupportedMethod else { return unknownPath }
        return { request, context in
            guard let (endpoint, _) = tree.endpoint(at: request.uri.path) else {
                return try await unknownPath(request, context)
            }
            context.core.endpointPath = endpoint.path
            return try await unsupportedMethod(request, context, endpoint.methods)
        }
    }
}

/// Routes below a path, with their own middleware inside the router's.
///
/// ```swift
/// let pages = router.group("pages")
/// pages.add(middleware: RequireOrigin())
/// pages.get("first") { _, _ in "the first page" }
/// ```
public struct RouterGroup<Context: RequestContext>: RouterMethods {
    fileprivate let path: RouterPath
    fileprivate let routes: RouteList<Context>
    fileprivate let middleware: MiddlewareChain<Context>

    /// This group.
    public var base: RouterGroup<Context> { self }
}

/// A router, or a group of its routes, to which an app adds routes and middleware.
///
/// ```swift
/// extension RouterMethods {
///     func addHealth() {
///         get("health") { _, _ in "ok" }
///     }
/// }
/// ```
public protocol RouterMethods<Context> {
    /// The context of a request.
    associatedtype Context: RequestContext

    /// The group that gets the routes and the middleware.
    var base: RouterGroup<Context> { get }
}

extension RouterMethods {
    /// Adds a route, behind the middleware that this group and those around it already have.
    ///
    /// A route replaces an earlier one with the same path and method.
    @discardableResult public func on<Output: ResponseGenerator>(
        _ path: RouterPath, method: HTTPRequest.Method,
        use handler: @escaping @Sendable (Request, Context) async throws -> Output
    ) -> Self {
        let wrapped = base.middleware.wrapping { request, context in
            try await handler(request, context).response(from: request, context: context)
        }
        base.routes.all.append((Router.Route(path: base.path.appending(path), method: method), wrapped))
        return self
    }

    /// Adds middleware for the routes that are added later to this router or group.
    @discardableResult public func add(middleware: some RouterMiddleware<Context>) -> Self {
        base.middleware.append(middleware)
        return self
    }

    /// Returns a group of routes below a path, with its own middleware inside that of this router or group.
    public func group(_ path: RouterPath = "") -> RouterGroup<Context> {
        RouterGroup(
            path: base.path.appending(path), routes: base.routes, middleware: MiddlewareChain(inside: base.middleware))
    }

    /// Adds a route for GET.
    @discardableResult public func get(
        _ path: RouterPath = "",
        use handler: @escaping @Sendable (Request, Context) async throws -> some ResponseGenerator
    ) -> Self { on(path, method: .get, use: handler) }

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

    /// Adds a route for DELETE.
    @discardableResult public func delete(
        _ path: RouterPath = "",
        use handler: @escaping @Sendable (Request, Context) async throws -> some ResponseGenerator
    ) -> Self { on(path, method: .delete, use: handler) }
}

final class RouteList<Context: RequestContext> {
    fileprivate(set) var all: [(route: Router<Context>.Route, handler: RouteHandler<Context>)] = []
}
