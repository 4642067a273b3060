// SPDX-License-Identifier: Apache-2.0
import HummingbirdTLS
import NIOCore
import NIOSSL
package import OAuth
import Synchronization

/// The TLS identity of a server, which the program may replace while the server runs.
///
/// Each handshake takes the latest; open connections keep theirs.
package final class CurrentTLSIdentity: Sendable {
    private struct Parsed: Sendable {
        let usual: [NIOSSLCertificateSource]
        let forNames: [NIOSSLCertificateSource]
        let key: NIOSSLPrivateKeySource

        init(_ identity: TLSIdentity) throws {
            usual = try Self.chain(identity.certificates)
            forNames = try Self.chain(identity.certificatesForNames)
            key = .privateKey(try NIOSSLPrivateKey(bytes: Array(identity.privateKey.revealed.utf8), format: .pem))
            // BoringSSL compares a key with its certificate only here; a handshake would be too late.
            for chain in [usual, forNames] {
                _ = try NIOSSLContext(configuration: .makeServerConfiguration(certificateChain: chain, privateKey: key))
            }
        }

        private static func chain(_ text: String) throws -> [NIOSSLCertificateSource] {
            let chain = try NIOSSLCertificate.fromPEMBytes(Array(text.utf8)).map(NIOSSLCertificateSource.certificate)
            guard !chain.isEmpty else { throw NIOSSLError.failedToLoadCertificate }
            return chain
        }
    }

    private let content: Mutex<Parsed>

    /// Creates it with the first identity.
    ///
    /// - Throws: `NIOSSLError` or `BoringSSLError` if certificates or key are invalid, or do not belong together.
    package init(_ identity: TLSIdentity) throws { content = Mutex(try Parsed(identity)) }

    /// Takes another identity for the handshakes from now on.
    package func replace(with other: CurrentTLSIdentity) {
        let latest = other.content.withLock { $0 }
        content.withLock { $0 = latest }
    }

    /// The TLS configuration of a server: versions 1.2 and 1.3, as RFC 9325 §3.1.1 recommends.
    ///
    /// - Parameter asksForCertificate: Whether the server asks each client for a certificate. It takes each one that
    ///   the client has the private key of: only the endpoints judge its issuer (RFC 8705 §2.2, §6.2).
    /// - Returns: The configuration.
    func configuration(asksForCertificate: Bool) -> TLSChannelConfiguration {
        let first = content.withLock { $0 }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: first.usual, privateKey: first.key)
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        // A client with an idle connection does not answer the closing of TLS; the server waits for it only this long.
        configuration.shutdownTimeout = .seconds(1)
        configuration.sslContextCallback = { [self] greeting, promise in
            let latest = content.withLock { $0 }
            var choice = NIOSSLContextConfigurationOverride.noChanges
            choice.certificateChain = greeting.serverHostname == nil ? latest.usual : latest.forNames
            choice.privateKey = latest.key
            promise.succeed(choice)
        }
        guard asksForCertificate else { return TLSChannelConfiguration(tlsConfiguration: configuration) }
        configuration.certificateVerification = .optionalVerification
        return TLSChannelConfiguration(tlsConfiguration: configuration) { _, promise in
            promise.succeed(.certificateVerified)
        }
    }
}

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
