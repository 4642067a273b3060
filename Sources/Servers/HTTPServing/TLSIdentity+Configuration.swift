// SPDX-License-Identifier: Apache-2.0
import HummingbirdTLS
import NIOCore
import NIOSSL
import OAuth

extension TLSIdentity {
    /// How a server speaks TLS with this identity: in versions 1.2 and 1.3, as RFC 9325 §3.1.1 says.
    ///
    /// - Throws: `NIOSSLError` or `BoringSSLError` if certificates and key are none, or do not belong together.
    func configuration() throws -> TLSConfiguration {
        let key = NIOSSLPrivateKeySource.privateKey(
            try NIOSSLPrivateKey(bytes: Array(privateKey.revealed.utf8), format: .pem))
        let forNames = try Self.chain(certificatesForNames)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try Self.chain(certificates), privateKey: key)
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        // A client that keeps an idle connection answers no farewell; nobody waits longer for it at the end.
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
