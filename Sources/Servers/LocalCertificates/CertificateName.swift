// SPDX-License-Identifier: Apache-2.0

import PortableFoundation
import X509Certificates

/// A host in a certificate. RFC 5280 §4.2.1.6
enum CertificateName: Sendable, Hashable {
    case dns(String)
    case address([UInt8])

    static let loopback: [CertificateName] = [
        .dns("localhost"), .address([127, 0, 0, 1]), .address(Array(repeating: 0, count: 15) + [1]),
    ]

    init(_ host: String) {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let bare = isBracketed ? String(host.dropFirst().dropLast()) : host
        if let bytes = Self.bytes(bare, AF_INET, count: 4) ?? Self.bytes(bare, AF_INET6, count: 16) {
            self = .address(bytes)
        } else {
            self = .dns(host.lowercased())
        }
    }

    init?(_ name: GeneralName) {
        switch name {
        case .dnsName(let name): self = .dns(name)
        case .ipAddress(let address): self = .address(address)
        case .uniformResourceIdentifier, .rfc822Name: return nil
        }
    }

    var generalName: GeneralName {
        switch self {
        case .dns(let name): .dnsName(name)
        case .address(let bytes): .ipAddress(bytes)
        }
    }

    var isAddress: Bool {
        switch self {
        case .dns: false
        case .address: true
        }
    }

    private static func bytes(_ text: String, _ family: Int32, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }
}

/// The names that an authority may sign for: DNS names with their subdomains, and address ranges. RFC 5280 §4.2.1.10
struct PermittedNames: Sendable, Equatable {
    let subtrees: [GeneralName]

    /// Permits only loopback and some hosts: a thief of the authority's key can impersonate no other host.
    ///
    /// The earlier names stay, to avoid a new authority each time that a host returns.
    init(_ names: [CertificateName], keeping earlier: PermittedNames? = nil) {
        var subtrees: [GeneralName] = Self.loopback
        subtrees += (earlier?.subtrees ?? []).filter { !subtrees.contains($0) }
        for name in names where !Self.permits(name, in: subtrees) { subtrees.append(Self.subtree(name)) }
        self.subtrees = subtrees
    }

    init?(_ certificate: X509Certificate) throws {
        guard let subtrees = try certificate.permittedNames() else { return nil }
        self.subtrees = subtrees
    }

    func permit(_ names: [CertificateName]) -> Bool { names.allSatisfy { Self.permits($0, in: subtrees) } }

    private static let loopback: [GeneralName] = [
        .dnsName("localhost"), range([127, 0, 0, 0], mask: [255, 0, 0, 0]), subtree(CertificateName("::1")),
    ]

    private static func subtree(_ name: CertificateName) -> GeneralName {
        switch name {
        case .dns: name.generalName
        case .address(let bytes): range(bytes, mask: bytes.map { _ in 255 })
        }
    }

    private static func range(_ address: [UInt8], mask: [UInt8]) -> GeneralName { .ipAddress(address + mask) }

    private static func permits(_ name: CertificateName, in subtrees: [GeneralName]) -> Bool {
        subtrees.contains { subtree in
            switch (name, subtree) {
            case (.dns(let name), .dnsName(let domain)): name == domain || name.hasSuffix(".\(domain)")
            case (.address(let address), .ipAddress(let range)) where range.count == 2 * address.count:
                zip(address, zip(range, range.dropFirst(address.count)))
                    .allSatisfy { byte, place in byte & place.1 == place.0 }
            default: false
            }
        }
    }
}
