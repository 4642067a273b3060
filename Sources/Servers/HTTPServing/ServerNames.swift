// SPDX-License-Identifier: Apache-2.0
import Hosts

/// All names of a server: its base URL, the address at which it listens, and further names.
package struct ServerNames: Sendable, Hashable {
    /// The server's own base URL.
    package let base: BaseURL
    /// The hosts that requests may name; see ``HostGate``.
    package let authorities: Set<HostAndPort>
    /// The origins of the server's own pages; see ``CSRFProtection``.
    package let origins: Set<String>
    /// Whether the server listens on loopback and all its names are on loopback.
    ///
    /// False behind a proxy, where a server on loopback has another name, too.
    package let isLoopback: Bool

    /// Collects the names.
    ///
    /// - Parameters:
    ///   - address: The address at which the server listens.
    ///   - base: The server's own base URL; `nil` for the address itself.
    ///   - others: Further names of the server, for http and https.
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
