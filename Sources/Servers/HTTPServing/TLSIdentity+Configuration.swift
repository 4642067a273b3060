// SPDX-License-Identifier: Apache-2.0
import HummingbirdTLS
import NIOCore
import NIOSSL
import OAuth

extension TLSIdentity {
    /// The TLS configuration of a server with this identity: versions 1.2 and 1.3, as RFC 9325 §3.1.1 recommends.
    ///
    /// - Throws: `NIOSSLError` or `BoringSSLError` if certificates or key are invalid, or do not belong together.
    func configuration() throws -> TLSConfiguration {
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
        return configuration
    }

    private static func chain(_ text: String) throws -> [NIOSSLCertificateSource] {
        try NIOSSLCertificate.fromPEMBytes(Array(text.utf8)).map { .certificate($0) }
    }
}
