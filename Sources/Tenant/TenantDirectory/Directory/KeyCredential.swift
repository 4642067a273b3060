// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// The public half of a key with which an app signs assertions.
///
/// RFC 7523 §2.2
package struct KeyCredential: Sendable, Hashable, Codable {
    /// The certificate, DER in Base64; either this or the key is there.
    package var certificate: String?
    /// The key as JWK, where there is no certificate.
    package var key: String?
    /// When it ends; the certificate's own end, or never, if `nil`.
    package var endsAt: Date?

    package init(certificate: String? = nil, key: String? = nil, endsAt: Date? = nil) {
        (self.certificate, self.key, self.endsAt) = (certificate, key, endsAt)
    }
}
