// SPDX-License-Identifier: Apache-2.0
public import Foundation
#if !canImport(Darwin)
import SystemCryptography
#endif

/// A certificate with its private key, which the transport presents to each server that asks for one (mutual TLS).
///
/// The server sees the whole certificate, with the names in it. On Apple systems the private key must be in the
/// keychain, and this type cannot be made.
///
/// ```swift
/// let identity = try TransportIdentity(certificateFile: certificateFile, privateKeyFile: keyFile)
/// try await withSystemTransport(presenting: identity) { transport in
///     try await run(AccountStore(MemoryAccountStorage(), over: transport))
/// }
/// ```
///
/// RFC 8446 §4.4.2, RFC 8705 §2
public struct TransportIdentity: Sendable, Hashable {
    #if !canImport(Darwin)
    /// The certificates as PEM.
    let certificates: Data
    /// The private key as PEM.
    let privateKey: Data
    #endif

    /// Reads certificate and key as PEM.
    ///
    /// - Parameters:
    ///   - certificates: The client's certificate first, then those of its issuers, as `-----BEGIN CERTIFICATE-----`.
    ///   - privateKey: The private key of the first certificate, not encrypted: RSA, or elliptic curve.
    /// - Throws: ``TransportError`` (`unusableIdentity`) for anything else, and on Apple systems.
    public init(certificates: String, privateKey: String) throws(TransportError) {
        #if canImport(Darwin)
        throw TransportError(
            .unusableIdentity, "a client certificate is presented on Linux alone; use DPoP to bind tokens here")
        #else
        guard PEMPair.belongsTogether(certificates, privateKey) else {
            throw TransportError(
                .unusableIdentity,
                "the client's certificate and private key must be PEM, not encrypted, and belong together")
        }
        (self.certificates, self.privateKey) = (Data(certificates.utf8), Data(privateKey.utf8))
        #endif
    }

    /// Reads certificate and key from files with PEM.
    ///
    /// - Throws: ``TransportError`` (`unusableIdentity`), also for files that cannot be read.
    public init(certificateFile: URL, privateKeyFile: URL) throws(TransportError) {
        let texts: [String]
        do {
            texts = try [certificateFile, privateKeyFile].map { try String(contentsOf: $0, encoding: .utf8) }
        } catch {
            throw TransportError(
                .unusableIdentity,
                "\(certificateFile.path) or \(privateKeyFile.path) cannot be read; check path and permissions",
                cause: error)
        }
        try self.init(certificates: texts[0], privateKey: texts[1])
    }
}

extension TransportIdentity: CustomStringConvertible, CustomReflectable {
    /// A fixed text; never anything of the key.
    public var description: String { "TransportIdentity(redacted)" }

    /// Empty, so that `dump` shows nothing of the key.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
