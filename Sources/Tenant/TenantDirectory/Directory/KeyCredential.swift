// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// The public half of a key with which an app signs assertions.
///
/// RFC 7523 §2.2
package struct KeyCredential: Sendable, Hashable, Codable {
    /// The certificate, DER in Base64; a credential has either a certificate or a key.
    package var certificate: String?
    /// The key as JWK, if there is no certificate.
    package var key: String?
    /// The time at which it expires; `nil` means the certificate's own expiry, or never.
    package var endsAt: Date?

    package init(certificate: String? = nil, key: String? = nil, endsAt: Date? = nil) {
        (self.certificate, self.key, self.endsAt) = (certificate, key, endsAt)
    }
}
