// SPDX-License-Identifier: Apache-2.0
package import SystemCryptography

extension X509Certificate {
    package init(_ draft: CertificateDraft, signedBy key: P256.Signing.PrivateKey) throws {
        guard let certificate = X509Certificate(derEncoded: try draft.signed(by: key)) else {
            throw CertificateError(.unreadable, "the new certificate cannot be read")
        }
        self = certificate
    }

    package static func all(inPEM text: String) throws(CertificateError) -> [X509Certificate] {
        guard let blocks = PEMBlock.all(in: text) else { throw CertificateError(.text, "the PEM text is damaged") }
        return try blocks.map { (block) throws(CertificateError) in
            guard block.label == label, let certificate = X509Certificate(derEncoded: block.content) else {
                throw CertificateError(.text, "the PEM text contains something other than certificates")
            }
            return certificate
        }
    }

    package var pem: String { PEMBlock(label: Self.label, content: bytes).text }

    private static let label = "CERTIFICATE"
}
