// SPDX-License-Identifier: Apache-2.0

/// Thrown for a form that is not from a page of the browser's session; the middleware offers to send it again.
///
/// ```swift
/// do {
///     try session.require(form, for: "add task")
/// } catch {
///     await show("Open the page again.")  // the middleware offers the same when a route throws it
/// }
/// ```
public struct FormRefused: Error, Sendable {
    /// Creates the error.
    public init() {}
}
