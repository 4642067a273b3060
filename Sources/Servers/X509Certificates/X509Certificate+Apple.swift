// SPDX-License-Identifier: Apache-2.0
#if canImport(CryptoKit)
package import PortableFoundation

/// A certificate on Apple's systems, which read it in Swift and validate no clients. RFC 5280
package struct X509Certificate: Sendable {
    private let fields: CertificateFields
    /// The certificate in DER.
    package let bytes: [UInt8]

    /// Reads a certificate and nothing after it; `nil` for anything else.
    package init?(derEncoded bytes: some Collection<UInt8>) {
        guard let fields = try? CertificateFields(bytes) else { return nil }
        self.fields = fields
        self.bytes = Array(bytes)
    }

    /// The first instant at which it is valid.
    package var notBefore: Date { fields.notBefore }
    /// The last instant at which it is valid.
    package var notAfter: Date { fields.notAfter }
    /// The name of the key's owner.
    package var subject: DistinguishedName { DistinguishedName(bytes: fields.subject) }
    /// The name of the one who signed.
    package var issuer: DistinguishedName { DistinguishedName(bytes: fields.issuer) }
    /// The key in DER. RFC 5280 §4.1.2.7
    package var publicKeyInfo: [UInt8] { fields.publicKeyInfo }
    /// The identifier of its key; `nil` without one. RFC 5280 §4.2.1.2
    package var keyIdentifier: [UInt8]? { fields.keyIdentifier }

    /// The names besides the subject, without other kinds than ours; none if they cannot be read. RFC 5280 §4.2.1.6
    package var alternativeNames: [GeneralName] { (try? fields.alternativeNames()) ?? [] }

    /// The only names that it may sign for, as an authority; `nil` if it may sign for all. RFC 5280 §4.2.1.10
    ///
    /// A kind of name that is not among them is not limited.
    ///
    /// - Throws: ``CertificateError`` (`unreadable`), also if names are excluded, which the list cannot express.
    package func permittedNames() throws(CertificateError) -> [GeneralName]? {
        do { return try fields.permittedNames() } catch {
            throw CertificateError(.unreadable, "the names of a certificate cannot be read")
        }
    }

    /// Always, so that it is refused: certificates of clients are not validated here.
    package var isSignedWithSHA1: Bool { true }
    /// Never, since certificates of clients are not validated here.
    package var isForClients: Bool { false }
    /// Never, since certificates of clients are not validated here.
    package func isIssued(byOneOf authorities: [X509Certificate], at now: Date) -> Bool { false }

    /// Whether the key of another certificate, or of this one, signed it with SHA-256, regardless of names and times.
    package func isSigned(by authority: X509Certificate) -> Bool { fields.isSigned(by: authority.publicKeyInfo) }
}

extension DistinguishedName {
    /// None, since certificates of clients are not validated here.
    package var parts: [[(type: String, value: String?)]] { [] }
}
#endif
