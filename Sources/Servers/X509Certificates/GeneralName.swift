// SPDX-License-Identifier: Apache-2.0
import SystemCryptography

/// A name in an extension of a certificate. RFC 5280 §4.2.1.6
///
/// Texts are ASCII. Equality is case-sensitive, although DNS names are not.
package enum GeneralName: Sendable, Hashable {
    case dnsName(String)
    case uniformResourceIdentifier(String)
    case rfc822Name(String)
    /// The 4 or 16 bytes of an address; a range in name constraints is followed by a mask of the same length.
    case ipAddress([UInt8])

    private var tag: UInt8 {
        switch self {
        case .rfc822Name: DER.Tag.value(1)
        case .dnsName: DER.Tag.value(2)
        case .uniformResourceIdentifier: DER.Tag.value(6)
        case .ipAddress: DER.Tag.value(7)
        }
    }

    func bytes(addressSizes: [Int]) throws(CertificateError) -> [UInt8] {
        let content: [UInt8]
        switch self {
        case .dnsName(let text), .uniformResourceIdentifier(let text), .rfc822Name(let text):
            content = Array(text.utf8)
            guard !content.isEmpty, content.allSatisfy({ $0 < 0x80 }) else {
                throw CertificateError(.name, "the certificate name \"\(text)\" is empty or not ASCII")
            }
        case .ipAddress(let bytes):
            content = bytes
            guard addressSizes.contains(bytes.count) else {
                throw CertificateError(.name, "an IP address in a certificate must not have \(bytes.count) bytes")
            }
        }
        var writer = DER.Writer()
        writer.element(tag, content)
        return writer.bytes
    }
}
