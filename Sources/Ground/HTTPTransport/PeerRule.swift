// SPDX-License-Identifier: Apache-2.0

/// The servers to which a task's requests may be sent, by the address at the other end of the connection.
///
/// A name can have another address at each lookup. So the transport on Linux checks each address before it connects,
/// and that of a reused connection before it sends a request. `URLSession` reports the address only afterwards, so its
/// transport does not read this rule.
package struct PeerRule: Sendable {
    @TaskLocal package static var current: PeerRule?

    /// Whether a proxy may be used, which hides the address of the server.
    package let allowsProxy: Bool
    /// Whether an address is allowed: 4 bytes for IPv4, 16 for IPv6.
    package let admits: @Sendable (_ address: [UInt8]) -> Bool

    package init(allowsProxy: Bool, admits: @escaping @Sendable (_ address: [UInt8]) -> Bool) {
        self.allowsProxy = allowsProxy
        self.admits = admits
    }

    /// The rule does not admit the server: no request was sent.
    package struct Violation: Error {
        package init() {}
    }
}
