// SPDX-License-Identifier: Apache-2.0

/// A handler throws this error to close the connection without a response.
///
/// In process there is no connection, and ``InProcessResponder`` throws it on.
package struct DroppedConnection: Error, Sendable, Hashable {
    /// Creates the error.
    package init() {}
}
