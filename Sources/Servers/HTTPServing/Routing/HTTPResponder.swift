// SPDX-License-Identifier: Apache-2.0

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
    /// The context of a request.
    associatedtype Context: RequestContext

    /// Answers a request.
    ///
    /// - Throws: An error for which ``HTTPServer`` answers 500. For `CancellationError`, and for an error of the
    ///   connection that the request's body threw, it closes the connection.
    func respond(to request: Request, context: Context) async throws -> Response
}
