// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The public half of a key with which an app signs assertions.
///
/// RFC 7523 §2.2
struct KeyCredential: Sendable, Hashable, Codable {
    /// The certificate, DER in Base64; either this or the key is there.
    var certificate: String?
    /// The key as JWK, where there is no certificate.
    var key: String?
    /// When it ends; the certificate's own end, or never, if `nil`.
    var endsAt: Date?
}
