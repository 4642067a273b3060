// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import SystemCryptography

/// What a certificate says, before somebody signs it. RFC 5280 §4.1
package struct CertificateDraft: Sendable {
    /// The kind of a signature. RFC 5280 §4.1.1.2
    package struct Algorithm: Sendable {
        /// ECDSA; parameters are absent. RFC 5758 §3.2
        package static let ecdsaWithSHA256 = Algorithm([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02])
        /// RSASSA-PKCS1-v1_5; parameters are null. RFC 4055 §5
        package static let sha256WithRSAEncryption = Algorithm(
            [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B], hasNull: true)

        private let identifier: [UInt8]
        private let hasNull: Bool

        init(_ identifier: [UInt8], hasNull: Bool = false) {
            (self.identifier, self.hasNull) = (identifier, hasNull)
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
    private let (notBefore, notAfter): (Date, Date)
    private let (issuer, subject): (DistinguishedName, DistinguishedName)
    private let extensions: [CertificateExtension]

    /// Collects what a certificate says.
    ///
    /// - Parameters:
    ///   - serialNumber: A number that its issuer gives once, big-endian: not zero, and of at most 19 bytes.
    ///   - publicKeyInfo: The key in DER. RFC 5280 §4.1.2.7
    ///   - notBefore: The first time at which it is valid; fractions of a second are dropped.
    ///   - notAfter: The last time at which it is valid.
    ///   - issuer: The name of the one who signs.
    ///   - subject: The name of the key's owner.
    ///   - extensions: What else it says, in this order.
    package init(
        serialNumber: [UInt8], publicKeyInfo: [UInt8], notBefore: Date, notAfter: Date, issuer: DistinguishedName,
        subject: DistinguishedName, extensions: [CertificateExtension]
    ) {
        (self.serialNumber, self.publicKeyInfo, self.extensions) = (serialNumber, publicKeyInfo, extensions)
        (self.notBefore, self.notAfter, self.issuer, self.subject) = (notBefore, notAfter, issuer, subject)
    }

    /// Signs with ECDSA on P-256, and gives the certificate in DER.
    ///
    /// - Throws: ``CertificateError``; `CryptographyError`.
    package func signed(by key: P256.Signing.PrivateKey) throws -> [UInt8] {
        try signed(as: .ecdsaWithSHA256) { content in
            let signature = try key.signature(for: SHA256.hash(data: content)).rawRepresentation
            // RFC 3279 §2.2.3
            var writer = DER.Writer()
            writer.elements { writer in
                writer.unsignedInteger(signature.prefix(32))
                writer.unsignedInteger(signature.suffix(32))
            }
            return Data(writer.bytes)
        }
    }

    /// Has somebody sign.
    ///
    /// - Parameters:
    ///   - algorithm: The kind of the signature.
    ///   - sign: Signs these bytes, and gives the signature as certificates hold it.
    /// - Returns: The certificate in DER.
    /// - Throws: ``CertificateError``; the error of `sign`.
    package func signed(as algorithm: Algorithm, by sign: ([UInt8]) throws -> Data) throws -> [UInt8] {
        let content = try content(algorithm)
        let signature = try sign(content)
        var writer = DER.Writer()
        writer.elements { writer in
            writer.append(content)
            algorithm.write(to: &writer)
            writer.bitString(signature)
        }
        return writer.bytes
    }

    private func content(_ algorithm: Algorithm) throws(CertificateError) -> [UInt8] {
        guard (1...19).contains(serialNumber.drop(while: { $0 == 0 }).count) else {
            throw CertificateError("the serial number of a certificate is zero, or too long")
        }
        let validity = try Self.time(notBefore) + Self.time(notAfter)
        var writer = DER.Writer()
        writer.elements { writer in
            // Version 3
            writer.elements(DER.Tag.context(0)) { $0.unsignedInteger([2]) }
            writer.unsignedInteger(serialNumber)
            algorithm.write(to: &writer)
            writer.append(issuer.bytes)
            writer.element(DER.Tag.sequence, validity)
            writer.append(subject.bytes)
            writer.append(publicKeyInfo)
            guard !extensions.isEmpty else { return }
            writer.elements(DER.Tag.context(3)) { writer in
                writer.elements { writer in
                    for item in extensions { item.write(to: &writer) }
                }
            }
        }
        return writer.bytes
    }

    /// The years from 1950 to 2049 have two digits, the others four. RFC 5280 §4.1.2.5
    private static func time(_ date: Date) throws(CertificateError) -> [UInt8] {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        // The years from 1 to 9999
        guard (-62_135_596_800...253_402_300_799).contains(seconds) else {
            throw CertificateError("a certificate cannot begin or end at \(date.timeIntervalSince1970)")
        }
        let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted, timeZone: .gmt)
        let text = Date(timeIntervalSince1970: seconds).formatted(style).utf8.filter { $0 != UInt8(ascii: "T") }
        let isShort = (-631_152_000..<2_524_608_000).contains(seconds)
        var writer = DER.Writer()
        writer.element(
            isShort ? DER.Tag.utcTime : DER.Tag.generalizedTime, Array(isShort ? text.dropFirst(2) : text[...]))
        return writer.bytes
    }
}

/// The reason why a certificate cannot be made or read.
package struct CertificateError: Error, Sendable, CustomStringConvertible {
    /// The reason, as text for people.
    package let description: String

    init(_ reason: String) { description = reason }
}
