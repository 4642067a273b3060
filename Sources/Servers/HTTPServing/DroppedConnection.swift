// SPDX-License-Identifier: Apache-2.0

/// A handler throws this error to close the connection after it let the client wait without a response.
///
/// In process ``InProcessResponder`` rethrows it; it stands for a deadline that passes on a network.
package struct StalledConnection: Error, Sendable, Hashable {
    package init() {}
}

/// A handler throws this error to close the connection without a response.
///
/// In process there is no connection, and ``InProcessResponder`` rethrows it.
package struct DroppedConnection: Error, Sendable, Hashable {
    package init() {}
}
