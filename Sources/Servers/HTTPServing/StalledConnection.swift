// SPDX-License-Identifier: Apache-2.0

/// Thrown out of a handler that kept somebody waiting without an answer, it closes the connection.
///
/// In process it comes out of ``InProcessResponder``, and stands for the deadline that passes over a network.
package struct StalledConnection: Error, Sendable, Hashable {
    /// Creates the error.
    package init() {}
}
