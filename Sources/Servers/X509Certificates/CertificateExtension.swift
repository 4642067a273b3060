// SPDX-License-Identifier: Apache-2.0
import SystemCryptography

/// A purpose of a key. RFC 5280 §4.2.1.12
package enum ExtendedKeyUsage: Sendable {
    case serverAuth
    case clientAuth
    case any

    fileprivate var identifier: [UInt8] {
        switch self {
        case .serverAuth: [0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01]
        case .clientAuth: [0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x02]
        case .any: [0x55, 0x1D, 0x25, 0x00]
        }
    }
}

/// An extension of a certificate. RFC 5280 §4.2.1
package struct CertificateExtension: Sendable {
    /// The last byte of its object identifier, after 2.5.29.
    private let number: UInt8
    private let isCritical: Bool
    private let value: [UInt8]

    private init(_ number: UInt8, isCritical: Bool = false, _ body: (inout DER.Writer) -> Void) {
        var writer = DER.Writer()
        body(&writer)
        self.number = number
        self.isCritical = isCritical
        value = writer.bytes
    }

    /// Whether the key may sign certificates, and the maximum number of authorities below; critical. §4.2.1.9
    package static func basicConstraints(isAuthority: Bool, maximumPath: UInt8? = nil) -> CertificateExtension {
        CertificateExtension(0x13, isCritical: true) { writer in
            writer.elements { writer in
                // DER omits a default value, here false.
                guard isAuthority else { return }
                writer.element(DER.Tag.boolean, [0xFF])
                if let maximumPath { writer.unsignedInteger([maximumPath]) }
            }
        }
    }

    /// The key signs only handshakes; critical. §4.2.1.3
    package static var signsHandshakes: CertificateExtension { keyUsage(0b1000_0000) }
    /// The key signs only certificates and revocation lists; critical. §4.2.1.3
    package static var signsCertificates: CertificateExtension { keyUsage(0b0000_0110) }

    /// The first bit is the highest; trailing zeros are omitted. X.690 §11.2.2
    private static func keyUsage(_ bits: UInt8) -> CertificateExtension {
        CertificateExtension(0x0F, isCritical: true) {
            $0.element(DER.Tag.bitString, [UInt8(bits.trailingZeroBitCount), bits])
        }
    }

    /// At least one purpose. §4.2.1.12
    package static func extendedKeyUsage(_ usages: [ExtendedKeyUsage]) -> CertificateExtension {
        CertificateExtension(0x25) { writer in
            writer.elements { writer in
                for usage in usages { writer.element(DER.Tag.objectIdentifier, usage.identifier) }
            }
        }
    }

    /// The names besides the subject. §4.2.1.6
    package static func alternativeNames(_ names: [GeneralName]) throws(CertificateError) -> CertificateExtension {
        let names = try bytes(of: names, addressSizes: [4, 16])
        return CertificateExtension(0x11) { writer in
            writer.elements { writer in
                for name in names { writer.append(name) }
            }
        }
    }

    /// The only names that an authority may sign for; a kind of name without an entry is unlimited; critical. §4.2.1.10
    package static func permittedNames(_ names: [GeneralName]) throws(CertificateError) -> CertificateExtension {
        let names = try bytes(of: names, addressSizes: [8, 32])
        return CertificateExtension(0x1E, isCritical: true) { writer in
            writer.elements { writer in
                writer.elements(DER.Tag.context(0)) { writer in
                    for name in names { writer.element(DER.Tag.sequence, name) }
                }
            }
        }
    }

    private static func bytes(of names: [GeneralName], addressSizes: [Int]) throws(CertificateError) -> [[UInt8]] {
        guard !names.isEmpty else { throw CertificateError(.name, "a list of names in a certificate is empty") }
        return try names.map { (name) throws(CertificateError) in try name.bytes(addressSizes: addressSizes) }
    }

    /// See §4.2.1.2.
    package static func subjectKeyIdentifier(_ identifier: some Collection<UInt8>) -> CertificateExtension {
        CertificateExtension(0x0E) { $0.element(DER.Tag.octetString, identifier) }
    }

    /// The identifier of the signing key. §4.2.1.1
    package static func authorityKeyIdentifier(_ identifier: some Collection<UInt8>) -> CertificateExtension {
        CertificateExtension(0x23) { writer in
            writer.elements { $0.element(DER.Tag.value(0), identifier) }
        }
    }

    func write(to writer: inout DER.Writer) {
        writer.elements { writer in
            writer.element(DER.Tag.objectIdentifier, [0x55, 0x1D, number])
            if isCritical { writer.element(DER.Tag.boolean, [0xFF]) }
            writer.element(DER.Tag.octetString, value)
        }
    }
}
