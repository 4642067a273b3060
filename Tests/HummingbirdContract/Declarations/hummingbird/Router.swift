// SPDX-License-Identifier: Apache-2.0
public import HTTPTypes

public struct RouterPath: Sendable, ExpressibleByStringLiteral {
    let text: String

    public init(_ value: String) { text = value }
    public init(stringLiteral value: String) { text = value }
}

@preconcurrency
public protocol RouterMethods<Context>: SendableMetatype {
    associatedtype Context: RequestContext

    @discardableResult func on(
        _ path: RouterPath, method: HTTPRequest.Method,
        use closure: @Sendable @escaping (Request, Context) async throws -> some ResponseGenerator
    ) -> Self

    @discardableResult func add(middleware: any MiddlewareProtocol<Request, Response, Context>) -> Self
}

extension RouterMethods {
    @discardableResult public func get(
        _ path: RouterPath = "",
        use handler: @Sendable @escaping (Request, Context) async throws -> some ResponseGenerator
    ) -> Self { on(path, method: .get, use: handler) }

    @discardableResult public func post(
        _ path: RouterPath = "",
        use handler: @Sendable @escaping (Request, Context) async throws -> some ResponseGenerator
    ) -> Self { on(path, method: .post, use: handler) }
}

/// A router of Hummingbird without groups and trie: the middleware applies to the routes that are added after it.
public final class Router<Context: RequestContext>: RouterMethods {
    typealias Handler = @Sendable (Request, Context) async throws -> Response

    private var middleware: [any MiddlewareProtocol<Request, Response, Context>] = []
    private var routes: [String: Handler] = [:]

    public init(context: Context.Type) {}

    @discardableResult public func on(
        _ path: RouterPath, method: HTTPRequest.Method,
        use closure: @Sendable @escaping (Request, Context) async throws -> some ResponseGenerator
    ) -> Self {
        let handler: Handler = { request, context in
            try await closure(request, context).response(from: request, context: context)
        }
        routes["\(method.rawValue) /\(path.text.drop { $0 == "/" })"] = chained(handler)
        return self
    }

    /// The handler behind the middleware so far.
    private func chained(_ handler: @escaping Handler) -> Handler {
        middleware.reversed().reduce(handler) { Self.chained($1, $0) }
    }

    private static func chained(
        _ middleware: any MiddlewareProtocol<Request, Response, Context>, _ next: @escaping Handler
    ) -> Handler {
        { request, context in
            try await middleware.handle(request, context: context) { request, context in
                try await next(request, context)
            }
        }
    }

    @discardableResult public func add(middleware: any MiddlewareProtocol<Request, Response, Context>) -> Self {
        self.middleware.append(middleware)
        return self
    }

    public func buildResponder() -> RouterResponder<Context> {
        RouterResponder(routes: routes, withoutRoute: chained { _, _ in throw HTTPError(.notFound) })
    }
}

public struct RouterResponder<Context: RequestContext>: Sendable {
    let routes: [String: Router<Context>.Handler]
    let withoutRoute: Router<Context>.Handler

    public func respond(to request: Request, context: Context) async throws -> Response {
        let route = "\(request.head.method.rawValue) \((request.head.path ?? "").prefix { $0 != "?" })"
        do {
            return try await (routes[route] ?? withoutRoute)(request, context)
        } catch let error as any HTTPResponseError {
            return try error.response(from: request, context: context)
        }
    }
}
