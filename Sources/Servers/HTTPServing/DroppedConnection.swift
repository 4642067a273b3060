// SPDX-License-Identifier: Apache-2.0

/// Thrown out of a handler, it closes the connection without an answer.
///
/// In process it comes out of ``InProcessResponder``, where there is no connection.
package struct DroppedConnection: Error, Sendable, Hashable {
    /// Creates the error.
    package init() {}
}
