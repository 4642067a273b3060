// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages

/// The certificates that a server sends over TLS, and their private key.
///
/// The key is `Redacted`, so no log holds it.
package struct TLSIdentity: Sendable {
    /// The certificates for clients that name no host in the handshake, as PEM, with those up to the root.
    package let certificates: String
    /// The certificates for clients that name a host (RFC 6066 §3), as PEM.
    package let certificatesForNames: String
    /// The private key of both, as PEM.
    package let privateKey: Redacted<String>

    /// Creates an identity.
    ///
    /// - Parameters:
    ///   - certificates: For clients that name no host, as PEM.
    ///   - certificatesForNames: For clients that name a host, as PEM; `nil` for the same.
    ///   - privateKey: The key of both, as PEM.
    package init(certificates: String, certificatesForNames: String? = nil, privateKey: Redacted<String>) {
        self.certificates = certificates
        self.certificatesForNames = certificatesForNames ?? certificates
        self.privateKey = privateKey
    }
}
