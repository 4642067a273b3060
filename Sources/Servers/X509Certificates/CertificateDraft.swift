// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation
package import SystemCryptography

/// The content of a certificate before its signature. RFC 5280 §4.1
package struct CertificateDraft: Sendable {
    package struct Algorithm: Sendable {
        /// ECDSA, without parameters. RFC 5758 §3.2
        package static let ecdsaWithSHA256 = Algorithm([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02])
        /// RSASSA-PKCS1-v1_5, whose parameters are null. RFC 4055 §5
        package static let sha256WithRSAEncryption = Algorithm(
            [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B], hasNull: true)

        let identifier: [UInt8]
        private let hasNull: Bool

        private init(_ identifier: [UInt8], hasNull: Bool = false) {
            self.identifier = identifier
            self.hasNull = hasNull
        }

        fileprivate func write(to writer: inout DER.Writer) {
            writer.elements { writer in
                writer.element(DER.Tag.objectIdentifier, identifier)
                if hasNull { writer.element(DER.Tag.null, []) }
            }
        }
    }

    private let serialNumber: [UInt8]
    private let publicKeyInfo: [UInt8]
    private let notBefore: Date
    private let notAfter: Date
    private let issuer: DistinguishedName
    private let subject: DistinguishedName
    private let extensions: [CertificateExtension]

    /// Fractions of a second are dropped.
    ///
    /// The serial number is big-endian: not zero, and without leading zeros at most 19 bytes. RFC 5280 §4.1.2.2 allows
    /// 20, one of which may be needed for the sign.
    package init(
        serialNumber: [UInt8], publicKeyInfo: [UInt8], notBefore: Date, notAfter: Date, issuer: DistinguishedName,
        subject: DistinguishedName, extensions: [CertificateExtension]
    ) {
        self.serialNumber = serialNumber
        self.publicKeyInfo = publicKeyInfo
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.issuer = issuer
        self.subject = subject
        self.extensions = extensions
    }

    package func signed(by key: P256.Signing.PrivateKey) throws -> [UInt8] {
        try signed(as: .ecdsaWithSHA256) { content in
            let signature = try key.signature(for: SHA256.hash(data: content)).rawRepresentation
            // RFC 3279 §2.2.3
            return Data(
                DER.sequence { writer in
                    writer.unsignedInteger(signature.prefix(32))
                    writer.unsignedInteger(signature.suffix(32))
                })
        }
    }

    /// `sign` returns the signature as certificates contain it.
    package func signed(as algorithm: Algorithm, by sign: ([UInt8]) throws -> Data) throws -> [UInt8] {
        let content = try content(algorithm)
        let signature = try sign(content)
        return DER.sequence { writer in
            writer.append(content)
            algorithm.write(to: &writer)
            writer.bitString(signature)
        }
    }

    /// The part that is signed. RFC 5280 §4.1.1.1
    private func content(_ algorithm: Algorithm) throws(CertificateError) -> [UInt8] {
        guard (1...19).contains(serialNumber.drop(while: { $0 == 0 }).count) else {
            throw CertificateError(.serialNumber, "the serial number of a certificate is zero, or too long")
        }
        let validity = [try CertificateTime(notBefore), try CertificateTime(notAfter)]
        return DER.sequence { writer in
            // Version 3
            writer.elements(DER.Tag.context(0)) { $0.unsignedInteger([2]) }
            writer.unsignedInteger(serialNumber)
            algorithm.write(to: &writer)
            writer.append(issuer.bytes)
            writer.elements { writer in
                for time in validity { time.write(to: &writer) }
            }
            writer.append(subject.bytes)
            writer.append(publicKeyInfo)
            guard !extensions.isEmpty else { return }
            writer.elements(DER.Tag.context(3)) { writer in
                writer.elements { writer in
                    for item in extensions { item.write(to: &writer) }
                }
            }
        }
    }
}
