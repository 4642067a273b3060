// SPDX-License-Identifier: Apache-2.0

/// A type that responds to requests, such as a router's ``RouterResponder``.
///
/// ```swift
/// struct Maintenance: HTTPResponder {
///     func respond(to request: Request, context: AppContext) async throws -> Response {
///         Response(status: .serviceUnavailable, headers: [.retryAfter: "600"])
///     }
/// }
/// ```
public protocol HTTPResponder<Context>: Sendable {
    /// The context of a request.
    associatedtype Context: RequestContext

    /// Responds to a request.
    ///
    /// - Throws: An error for which ``HTTPServer`` responds with 500. For `CancellationError`, and for a connection
    ///   error from the request's body, it closes the connection.
    func respond(to request: Request, context: Context) async throws -> Response
}
