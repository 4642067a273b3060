// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import X509Certificates

/// A host in a certificate: a DNS name, or the bytes of an address.
///
/// RFC 5280 §4.2.1.6
enum CertificateName: Sendable, Hashable {
    case dns(String)
    /// The 4 bytes of an IPv4 address, or the 16 of an IPv6 address.
    case address([UInt8])

    /// The names of every server on this machine.
    static let loopback: [CertificateName] = [
        .dns("localhost"), .address([127, 0, 0, 1]), .address(Array(repeating: 0, count: 15) + [1]),
    ]

    /// Reads a host as in a URL; an IPv6 address may have brackets.
    init(_ host: String) {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let bare = isBracketed ? String(host.dropFirst().dropLast()) : host
        if let bytes = Self.bytes(bare, AF_INET, count: 4) ?? Self.bytes(bare, AF_INET6, count: 16) {
            self = .address(bytes)
        } else {
            self = .dns(host.lowercased())
        }
    }

    /// Reads a name from a certificate; `nil` for mail addresses and the like.
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
