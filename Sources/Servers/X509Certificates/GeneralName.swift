// SPDX-License-Identifier: Apache-2.0
import SystemCryptography

/// A name in an extension of a certificate; its texts are ASCII. RFC 5280 §4.2.1.6
package enum GeneralName: Sendable, Hashable {
    case dnsName(String)
    case uniformResourceIdentifier(String)
    case rfc822Name(String)
    /// The 4 or 16 bytes of an address; a range has as many more for the mask.
    case ipAddress([UInt8])

    private var tag: UInt8 {
        switch self {
        case .rfc822Name: DER.Tag.value(1)
        case .dnsName: DER.Tag.value(2)
        case .uniformResourceIdentifier: DER.Tag.value(6)
        case .ipAddress: DER.Tag.value(7)
        }
    }

    /// The name in DER.
    var bytes: [UInt8] {
        get throws(CertificateError) {
            var writer = DER.Writer()
            switch self {
            case .dnsName(let text), .uniformResourceIdentifier(let text), .rfc822Name(let text):
                guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
                    throw CertificateError("a certificate cannot name \(text), which is not ASCII")
                }
                writer.element(tag, Array(text.utf8))
            case .ipAddress(let bytes): writer.element(tag, bytes)
            }
            return writer.bytes
        }
    }
}
