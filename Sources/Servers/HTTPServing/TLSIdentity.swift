// SPDX-License-Identifier: Apache-2.0
package import OAuth

/// The certificates that a server shows over TLS, and the key that belongs to them.
///
/// The key has no description, and so reaches no log.
package struct TLSIdentity: Sendable {
    /// The certificate for clients that name no host in their greeting, as PEM, with what leads to the root.
    package let certificates: String
    /// The certificate for clients that name a host (RFC 6066 §3), as PEM.
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
