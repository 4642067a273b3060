// SPDX-License-Identifier: Apache-2.0

/// The responder of a router, with the routes at the time when it was built.
///
/// ```swift
/// let responder: RouterResponder<AppContext> = router.buildResponder()
/// let request = Request(head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/"))
/// let context = AppContext(core: RequestCore(logger: Log("tests")))
/// let response = try await responder.respond(to: request, context: context)
/// ```
public struct RouterResponder<Context: RequestContext>: HTTPResponder {
    let tree: RouteTree
    let handlers: [RouteHandler<Context>]
    /// Runs the middleware of the router, but not of its groups.
    let passing: @Sendable (Request, Context, RequestHandler<Context>) async throws -> Response
    let withoutRoute: RouteHandler<Context>

    package func hasRoutes(at path: String) -> Bool { tree.endpoint(at: path) != nil }

    /// Handles a request with its route.
    ///
    /// - Throws: All errors except ``HTTPResponseError``, which becomes its response.
    public func respond(to request: Request, context: Context) async throws -> Response {
        var context = context
        do {
            guard let (endpoint, values) = tree.endpoint(at: request.uri.path),
                let route = endpoint.route(for: request.method)
            else { return try await withoutRoute(request, context) }
            for (name, value) in zip(route.names, values) { context.core.parameters.append(name, value) }
            context.core.endpointPath = endpoint.path
            return try await handlers[route.number](request, context)
        } catch let error as any HTTPResponseError {
            return try error.response(from: request, context: context)
        }
    }
}

extension RouterResponder: RouterMiddleware {
    /// Handles a request with its route, and passes on any other, through the middleware of the router.
    ///
    /// - Throws: The errors of ``respond(to:context:)`` and of `next`.
    public func handle(_ request: Request, context: Context, next: RequestHandler<Context>) async throws -> Response {
        guard tree.endpoint(at: request.uri.path)?.endpoint.route(for: request.method) == nil else {
            return try await respond(to: request, context: context)
        }
        return try await passing(request, context, next)
    }
}
