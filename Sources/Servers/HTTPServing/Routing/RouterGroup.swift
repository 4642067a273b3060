// SPDX-License-Identifier: Apache-2.0
public import HTTPMessages

/// Routes below a path, with middleware of their own inside that of the router.
///
/// ```swift
/// let pages = router.group("pages")
/// pages.add(middleware: RequireOrigin())
/// pages.get("first") { _, _ in "the first page" }
/// ```
public struct RouterGroup<Context: RequestContext>: RouterMethods {
    private let path: RouterPath
    private let routes: RouteList<Context>
    private let middleware: MiddlewareChain<Context>

    init(path: RouterPath, routes: RouteList<Context>, middleware: MiddlewareChain<Context>) {
        self.path = path
        self.routes = routes
        self.middleware = middleware
    }

    /// Adds a route, behind the middleware that was added before to this group and those around it.
    @discardableResult public func on<Output: ResponseGenerator>(
        _ path: RouterPath, method: HTTPRequest.Method,
        use handler: @escaping @Sendable (Request, Context) async throws -> Output
    ) -> Self {
        let wrapped = middleware.wrapping { request, context in
            try await handler(request, context).response(from: request, context: context)
        }
        routes.append(self.path.appending(path), method, wrapped)
        return self
    }

    /// Adds middleware for the routes of this group that are added later.
    @discardableResult public func add(middleware: some RouterMiddleware<Context>) -> Self {
        self.middleware.append(middleware)
        return self
    }

    /// Returns a group of routes below a path, with middleware of its own inside that of this group.
    public func group(_ path: RouterPath) -> RouterGroup<Context> {
        RouterGroup(path: self.path.appending(path), routes: routes, middleware: MiddlewareChain(inside: middleware))
    }
}

/// The routes of a router and of all its groups, in the order in which they were added.
final class RouteList<Context: RequestContext> {
    private(set) var all: [(route: Router<Context>.Route, handler: RouteHandler<Context>)] = []

    func append(_ path: RouterPath, _ method: HTTPRequest.Method, _ handler: @escaping RouteHandler<Context>) {
        all.append((Router.Route(path: path, method: method), handler))
    }
}
