// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

#if !canImport(Darwin)
import SystemCryptography
#endif

/// A client certificate with its private key, for servers that request one (mutual TLS).
///
/// The server can read the whole certificate, including the names in it. On Apple systems, the private key must be in
/// the keychain, so this type cannot be created.
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
    let certificates: Data
    let privateKey: Data
    #endif

    /// Creates an identity from PEM text.
    ///
    /// - Parameters:
    ///   - certificates: The client's certificate first, then those of its issuers, as `-----BEGIN CERTIFICATE-----`.
    ///   - privateKey: The first certificate's unencrypted private key: RSA or elliptic curve.
    /// - Throws: ``TransportError`` (`unusableIdentity`) for anything else, and on Apple systems.
    public init(certificates: String, privateKey: String) throws(TransportError) {
        #if canImport(Darwin)
        throw TransportError(
            .unusableIdentity, "client certificates are supported only on Linux; use DPoP to bind tokens here")
        #else
        guard PEMPair.belongsTogether(certificates, privateKey) else {
            throw TransportError(
                .unusableIdentity,
                "the client's certificate and private key must be unencrypted PEM, and match each other")
        }
        (self.certificates, self.privateKey) = (Data(certificates.utf8), Data(privateKey.utf8))
        #endif
    }

    /// Creates an identity from PEM files.
    ///
    /// - Throws: ``TransportError`` (`unusableIdentity`), also for unreadable files.
    public init(certificateFile: URL, privateKeyFile: URL) throws(TransportError) {
        let texts: [String]
        do {
            texts = try [certificateFile, privateKeyFile].map { try String(contentsOf: $0, encoding: .utf8) }
        } catch {
            throw TransportError(
                .unusableIdentity,
                "\(certificateFile.path) or \(privateKeyFile.path) cannot be read; check the path and permissions",
                cause: error)
        }
        try self.init(certificates: texts[0], privateKey: texts[1])
    }
}

extension TransportIdentity: CustomStringConvertible, CustomReflectable {
    /// A fixed text, without any key material.
    public var description: String { "TransportIdentity(redacted)" }

    /// An empty mirror, so that `dump` shows no key material.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
