// SPDX-License-Identifier: Apache-2.0
import HTTPMessages

/// A step before the route handlers, which responds to a request or passes it on.
///
/// ```swift
/// struct RequireOrigin: RouterMiddleware {
///     func handle(
///         _ request: Request, context: AppContext, next: RequestHandler<AppContext>
///     ) async throws -> Response {
///         guard request.headers.contains(.origin) else { throw HTTPError(.forbidden) }
///         return try await next(request, context)
///     }
/// }
/// ```
public protocol RouterMiddleware<Context>: Sendable {
    /// The context of a request.
    associatedtype Context: RequestContext

    /// Responds to a request, or passes it on to `next`, the next middleware or the handler of the route.
    ///
    /// The handler sees changes of the context only in the one that is passed to `next`.
    ///
    /// - Throws: An ``HTTPResponseError`` for another response; the errors of `next`.
    func handle(_ request: Request, context: Context, next: RequestHandler<Context>) async throws -> Response
}

/// A function that responds to requests, such as the `next` of a middleware.
///
/// It runs on its caller's executor, also in modules without the upcoming feature `NonisolatedNonsendingByDefault`.
public typealias RequestHandler<Context> = nonisolated(nonsending) (Request, Context) async throws -> Response

typealias RouteHandler<Context> = @Sendable (Request, Context) async throws -> Response

typealias UnsupportedMethodHandler<Context> =
    @Sendable (Request, Context, _ allowed: [HTTPRequest.Method]) async throws -> Response

final class MiddlewareChain<Context: RequestContext> {
    private let parent: MiddlewareChain?
    private var own: [any RouterMiddleware<Context>] = []

    init(inside parent: MiddlewareChain? = nil) { self.parent = parent }

    private var all: [any RouterMiddleware<Context>] { parent.map { $0.all + own } ?? own }

    func append(_ middleware: some RouterMiddleware<Context>) { own.append(middleware) }

    private var steps: MiddlewareStep<Context>? {
        all.reversed().reduce(nil) { next, middleware in MiddlewareStep(middleware, next: next) }
    }

    func wrapping(_ handler: @escaping RouteHandler<Context>) -> RouteHandler<Context> {
        guard let steps else { return handler }
        return { request, context in try await steps.handle(request, context, at: handler) }
    }

    /// A closure, so that a description of the responder cannot show the middleware's values.
    var passing: @Sendable (Request, Context, RequestHandler<Context>) async throws -> Response {
        guard let steps else { return { request, context, handler in try await handler(request, context) } }
        return { request, context, handler in try await steps.handle(request, context, at: handler) }
    }
}

/// A linked list, because an array of existentials would look up type metadata at each step of each request.
private final class MiddlewareStep<Context: RequestContext>: Sendable {
    private let middleware: any RouterMiddleware<Context>
    private let next: MiddlewareStep?

    init(_ middleware: any RouterMiddleware<Context>, next: MiddlewareStep?) {
        self.middleware = middleware
        self.next = next
    }

    func handle(_ request: Request, _ context: Context, at handler: RequestHandler<Context>) async throws -> Response {
        try await middleware.handle(request, context: context) { request, context in
            guard let next = self.next else { return try await handler(request, context) }
            return try await next.handle(request, context, at: handler)
        }
    }
}
