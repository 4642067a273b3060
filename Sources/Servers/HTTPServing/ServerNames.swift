// SPDX-License-Identifier: Apache-2.0
import OAuth

/// Everything that a server may be called: its base URL, the address that it listens at, and other names.
package struct ServerNames: Sendable, Hashable {
    /// What the server calls itself.
    package let base: BaseURL
    /// What requests may name as their host; see ``HostGate``.
    package let authorities: Set<HostAndPort>
    /// The origins of the server's own pages; see ``CSRFProtection``.
    package let origins: Set<String>
    /// Whether the server listens on loopback and no name leads to it from elsewhere.
    ///
    /// A server that listens on loopback has a name beyond it where a proxy stands before it.
    package let isLoopback: Bool

    /// Collects the names.
    ///
    /// - Parameters:
    ///   - address: Where the server listens.
    ///   - base: What it calls itself; `nil` for the address itself.
    ///   - others: Other names that lead there, with or without TLS in between.
    package init(_ address: ServerAddress, base: BaseURL? = nil, others: Set<HostAndPort> = []) {
        let base = base ?? address.base
        self.base = base
        authorities = address.authorities.union(others).union([base.authority])
        isLoopback = address.isLoopback && authorities.allSatisfy { LoopbackHost.contains($0.host) }
        let schemes: Set = [address.scheme, base.scheme]
        let otherOrigins = others.flatMap { other in
            schemes.map { BaseURL(scheme: $0, authority: other).description }
        }
        origins = address.origins.union(otherOrigins).union([base.description])
    }
}
