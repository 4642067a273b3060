// SPDX-License-Identifier: Apache-2.0
#if canImport(CryptoKit)
package import PortableFoundation

/// A certificate on Apple's systems, parsed in Swift; client certificates are not validated there. RFC 5280
package struct X509Certificate: Sendable {
    private let fields: CertificateFields
    package let bytes: [UInt8]

    package init?(derEncoded bytes: some Collection<UInt8>) {
        guard let fields = try? CertificateFields(bytes) else { return nil }
        self.fields = fields
        self.bytes = Array(bytes)
    }

    package var notBefore: Date { fields.notBefore }
    package var notAfter: Date { fields.notAfter }
    package var subject: DistinguishedName { DistinguishedName(bytes: fields.subject) }
    package var issuer: DistinguishedName { DistinguishedName(bytes: fields.issuer) }
    package var publicKeyInfo: [UInt8] { fields.publicKeyInfo }
    /// See RFC 5280 §4.2.1.2.
    package var keyIdentifier: [UInt8]? { fields.keyIdentifier }

    /// The names besides the subject, of our kinds; empty if they cannot be read. RFC 5280 §4.2.1.6
    package var alternativeNames: [GeneralName] { (try? fields.alternativeNames()) ?? [] }

    /// The only names that an authority may sign for; `nil` for all, and a kind without an entry is unlimited.
    ///
    /// It throws if names are excluded, which the list cannot express. RFC 5280 §4.2.1.10
    package func permittedNames() throws(CertificateError) -> [GeneralName]? {
        do { return try fields.permittedNames() } catch {
            throw CertificateError(.unreadable, "the names of a certificate cannot be read")
        }
    }

    /// Client certificates are not validated here: `true` refuses them.
    package var isSignedWithSHA1: Bool { true }
    package var isForClients: Bool { false }
    package func isIssued(byOneOf authorities: [X509Certificate], at now: Date) -> Bool { false }

    /// Checks only the signature, with SHA-256, not names and times; `authority` can be this certificate.
    package func isSigned(by authority: X509Certificate) -> Bool { fields.isSigned(by: authority.publicKeyInfo) }
}

extension DistinguishedName {
    package var parts: [[(type: String, value: String?)]] { [] }
}
#endif
