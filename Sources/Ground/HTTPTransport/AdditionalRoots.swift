// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Foundation
import NIOSSL

/// Certificate authorities that the environment adds to those of the system.
///
/// OpenSSL defined the variable; Apple's systems have a keychain instead.
enum AdditionalRoots {
    /// The name of the variable; its value is a file with certificates as PEM.
    static let variable = "SSL_CERT_FILE"

    /// A TLS configuration that trusts these authorities too; `nil` if the environment names none.
    ///
    /// - Throws: ``TransportError`` (`untrusted`) if the file holds no readable certificates.
    static func configuration(in environment: [String: String]) throws(TransportError) -> TLSConfiguration? {
        guard let file = environment[variable], !file.isEmpty else { return nil }
        do {
            let roots = try NIOSSLCertificate.fromPEMFile(file)
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.additionalTrustRoots = [.certificates(roots)]
            return configuration
        } catch {
            throw TransportError(
                .untrusted, "\(variable) is \(file), from which no certificates can be read", cause: error)
        }
    }
}
#endif
