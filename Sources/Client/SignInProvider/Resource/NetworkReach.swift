// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import HTTPTransport
import Hosts
import OAuthMessages
package import PortableFoundation

/// Whether a host's addresses belong to the internet, regardless of how the host is written.
///
/// An API on the internet must not make a client send requests into its own network.
package enum NetworkReach: Sendable, Hashable {
    case global
    /// At least one address is loopback, private, or in another special range.
    case local

    /// Addresses have 4 bytes for IPv4 and 16 for IPv6; none if the name is unknown.
    package typealias Resolver = @Sendable (_ host: String) async throws -> [[UInt8]]

    package init?(_ addresses: [[UInt8]]) {
        guard !addresses.isEmpty else { return nil }
        self = addresses.allSatisfy(IPAddress.isGlobal) ? .global : .local
    }

    /// Whether one address or more belongs to the internet; the owner of a name may add others.
    package static func hasGlobal(_ addresses: [[UInt8]]) -> Bool { addresses.contains(where: IPAddress.isGlobal) }
}

extension NetworkReach {
    package static let system: Resolver = { host in try await offThePool { addresses(of: host) } }

    private static func addresses(of host: String) -> [[UInt8]] {
        // URLs have IPv6 addresses in brackets.
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        var list: UnsafeMutablePointer<addrinfo>?
        var hints = addrinfo()
        guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [[UInt8]] = []
        var next = list
        while let entry = next?.pointee, found.count < most {
            if let address = bytes(of: entry), !found.contains(address) { found.append(address) }
            next = entry.ai_next
        }
        return found
    }

    private static func bytes(of entry: addrinfo) -> [UInt8]? {
        guard let address = entry.ai_addr else { return nil }
        return switch entry.ai_family {
        case AF_INET:
            address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                withUnsafeBytes(of: $0.pointee.sin_addr, Array.init)
            }
        case AF_INET6:
            address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                withUnsafeBytes(of: $0.pointee.sin6_addr, Array.init)
            }
        default: nil
        }
    }

    private static let most = 64
}

/// Sends requests only to hosts on one network, so that an API on the internet cannot lead a client into a private
/// network.
///
/// It checks the host's addresses before each request. The name may resolve differently a moment later, so the
/// transport on Linux also checks the address of each connection. A host that this machine cannot resolve is not
/// checked: only a proxy can reach it.
package struct NetworkBoundTransport: Transport {
    private let transport: any Transport
    private let reach: NetworkReach?
    private let resolve: NetworkReach.Resolver

    package init(
        over transport: any Transport, within reach: NetworkReach?, resolving resolve: @escaping NetworkReach.Resolver
    ) {
        self.transport = transport
        self.reach = reach
        self.resolve = resolve
    }

    package var presentsCertificate: Bool { transport.presentsCertificate }

    package func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        try await judged(request) { try await transport.send(request, body: body) }
    }

    package func stream(_ request: HTTPRequest, body: RequestBody) async throws -> StreamedResponse {
        try await judged(request) { try await transport.stream(request, body: body) }
    }

    package func check(_ addresses: [URL]) async throws {
        guard let reach else { return }
        for address in addresses { try await check(URLHost(ofForeign: address), reach) }
    }

    private func check(_ host: URLHost, _ reach: NetworkReach) async throws {
        guard reach.contains(try await host.addresses(resolving: resolve)) else { throw reach.refusal(of: host) }
    }

    private func judged<Response>(
        _ request: HTTPRequest, _ send: () async throws -> Response
    ) async throws -> Response {
        guard let reach else { return try await send() }
        let host = try URLHost(ofForeignAuthority: request.authority ?? "")
        try await check(host, reach)
        do {
            return try await PeerRule.$current.withValue(reach.rule, operation: send)
        } catch is PeerRule.Violation {
            throw reach.refusal(of: host)
        }
    }
}

extension NetworkReach {
    /// A host without addresses is left to the proxy.
    fileprivate func contains(_ addresses: [[UInt8]]) -> Bool {
        switch self {
        case .global: NetworkReach(addresses) != .local
        case .local: !Self.hasGlobal(addresses)
        }
    }

    /// Only a connection without a proxy shows that a server is on a local network.
    fileprivate var rule: PeerRule {
        switch self {
        case .global: PeerRule(allowsProxy: true, admits: IPAddress.isGlobal)
        case .local: PeerRule(allowsProxy: false) { !IPAddress.isGlobal($0) }
        }
    }

    fileprivate func refusal(of host: URLHost) -> Refusal {
        let text =
            switch self {
            case .global:
                "an API on the internet refers to \(host), which is in a private network or on this machine; report it "
                    + "to the API"
            case .local: "\(host) is not on this network, although its name resolves to an address here; call it again"
            }
        return Refusal(.addressNotPublic, text)
    }
}

extension ProviderMetadata {
    /// The URLs to which a client or a browser sends requests, one per origin.
    var addresses: [URL] {
        let all = [
            authorizationEndpoint, tokenEndpoint, registrationEndpoint, pushedRequestEndpoint, keySetURI,
            userInfoEndpoint, revocationEndpoint, endSessionEndpoint, deviceAuthorizationEndpoint,
        ]
        return all.compactMap(\.self).reduce(into: []) { known, address in
            if !known.contains(where: { Origin.isShared(by: $0, address) }) { known.append(address) }
        }
    }
}
