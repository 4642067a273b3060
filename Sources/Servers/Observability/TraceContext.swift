// SPDX-License-Identifier: Apache-2.0
/// The place of a request in a trace.
package struct TraceContext: Sendable, Hashable {
    /// Creates a context.
    package init() {}
}
