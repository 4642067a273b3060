// SPDX-License-Identifier: Apache-2.0
public import HTTPMessages

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

    /// Adds a route, behind the middleware that was added before.
    ///
    /// A route replaces an earlier one with the same path and method.
    @discardableResult func on<Output: ResponseGenerator>(
        _ path: RouterPath, method: HTTPRequest.Method,
        use handler: @escaping @Sendable (Request, Context) async throws -> Output
    ) -> Self

    /// Adds middleware for the routes that are added later.
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
