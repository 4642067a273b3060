// SPDX-License-Identifier: Apache-2.0
import HummingbirdTLS
import NIOCore
import NIOSSL
package import OAuth

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

    /// The TLS configuration of a server with this identity: versions 1.2 and 1.3, as RFC 9325 §3.1.1 recommends.
    ///
    /// - Parameter asksForCertificate: Whether the server asks each client for a certificate. It takes each one that
    ///   the client has the private key of: only the endpoints judge its issuer (RFC 8705 §2.2, §6.2).
    /// - Returns: The configuration.
    /// - Throws: `NIOSSLError` or `BoringSSLError` if certificates or key are invalid, or do not belong together.
    func configuration(asksForCertificate: Bool) throws -> TLSChannelConfiguration {
        let key = NIOSSLPrivateKeySource.privateKey(
            try NIOSSLPrivateKey(bytes: Array(privateKey.revealed.utf8), format: .pem))
        let forNames = try Self.chain(certificatesForNames)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try Self.chain(certificates), privateKey: key)
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        // A client with an idle connection does not answer the closing of TLS; the server waits for it only this long.
        configuration.shutdownTimeout = .seconds(1)
        configuration.sslContextCallback = { greeting, promise in
            var choice = NIOSSLContextConfigurationOverride.noChanges
            if greeting.serverHostname != nil {
                choice.certificateChain = forNames
                choice.privateKey = key
            }
            promise.succeed(choice)
        }
        guard asksForCertificate else { return TLSChannelConfiguration(tlsConfiguration: configuration) }
        configuration.certificateVerification = .optionalVerification
        return TLSChannelConfiguration(tlsConfiguration: configuration) { _, promise in
            promise.succeed(.certificateVerified)
        }
    }

    private static func chain(_ text: String) throws -> [NIOSSLCertificateSource] {
        try NIOSSLCertificate.fromPEMBytes(Array(text.utf8)).map { .certificate($0) }
    }
}
