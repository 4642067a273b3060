// SPDX-License-Identifier: Apache-2.0

/// An error for a form that is not from a page of the browser's session; the middleware offers to send it again.
///
/// ```swift
/// do {
///     return try await session.form(of: request, for: "add task")
/// } catch is FormRefused {
///     await show("Open the page again.")  // the middleware offers the same when a route throws it
/// }
/// ```
public struct FormRefused: Error, Sendable {
    /// Creates the error.
    public init() {}
}
