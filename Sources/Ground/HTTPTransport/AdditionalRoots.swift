// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Foundation
import NIOSSL

/// Certificate authorities that are trusted beside the system's, as the environment names them.
///
/// OpenSSL's variable; Apple's systems have a keychain instead.
enum AdditionalRoots {
    /// The name of the variable; its value is a file with certificates as PEM.
    static let variable = "SSL_CERT_FILE"

    /// How to speak TLS with these authorities trusted too; `nil` where the environment names none.
    ///
    /// - Throws: ``TransportError`` (`untrusted`) if the file cannot be used.
    static func configuration(in environment: [String: String]) throws(TransportError) -> TLSConfiguration? {
        guard let file = environment[variable], !file.isEmpty else { return nil }
        do {
            let roots = try NIOSSLCertificate.fromPEMFile(file)
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.additionalTrustRoots = [.certificates(roots)]
            return configuration
        } catch {
            throw TransportError(
                .untrusted, "\(variable) names \(file), in which no certificates can be read", cause: error)
        }
    }
}
#endif
