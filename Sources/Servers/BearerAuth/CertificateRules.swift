// SPDX-License-Identifier: Apache-2.0

import JSONWebSignatures
import OAuthMessages
public import PortableFoundation
import SystemCryptography

/// How an API accepts tokens bound to the client's certificate, so that a stolen token is useless. RFC 8705 §3
///
/// ```swift
/// let rules = CertificateRules(from: .connection, requiresBinding: true)
/// let protection = BearerProtection(accepting: [tokens], boundToCertificates: rules, over: transport)
/// let caller = try await protection.caller(of: request.head, presenting: certificate)
/// ```
public struct CertificateRules: Sendable, Hashable {
    /// The source of the client's certificate.
    public enum Source: Sendable, Hashable {
        /// The client's TLS connection, which ends at the API.
        case connection
        /// The field `Client-Cert`, set by a proxy that terminates the client's TLS connection.
        ///
        /// The proxy must remove this field from client requests, and clients must not be able to bypass the proxy.
        /// Otherwise the holder of a stolen token can send it with the matching certificate, which is not a secret. RFC
        /// 9440 §4
        case clientCertField
    }

    /// The source of the certificate.
    public var source: Source
    /// Whether each token must be bound, to a certificate or, if the API also accepts these tokens, to a key.
    public var requiresBinding: Bool

    /// Creates rules.
    public init(from source: Source = .connection, requiresBinding: Bool = false) {
        (self.source, self.requiresBinding) = (source, requiresBinding)
    }
}

/// The certificate that a client presented on its TLS connection. RFC 8705 §3
///
/// The handshake has proved that the client has the private key. The certificate's names, issuer, and dates are
/// ignored, because tokens are bound to this exact certificate.
///
/// ```swift
/// let certificate = ClientCertificate(der: certificateOfConnection)
/// let caller = try await protection.caller(of: request.head, presenting: certificate)
/// try caller.require("Orders.Read")
/// ```
public struct ClientCertificate: Sendable, Hashable {
    /// The certificate's SHA-256 hash in Base64url, as in bound tokens (`x5t#S256`).
    public let thumbprint: String

    /// Creates a certificate from DER.
    public init(der: Data) { thumbprint = Base64URL.encode(SHA256.hash(data: der).map(\.self)) }
}

extension ClientCertificate {
    /// The maximum size of the field, in bytes; our own choice.
    static let maximumByteCount = 32 * 1024

    /// A byte sequence between colons; `nil` unless the field is a single one. RFC 9440 §2.2, RFC 9651 §3.3.5
    package init?(clientCertFields values: [String]) {
        guard let value = values.first, values.count == 1, (4...Self.maximumByteCount).contains(value.utf8.count),
            value.hasPrefix(":"), value.hasSuffix(":"),
            let der = Data(base64Encoded: String(value.dropFirst().dropLast())), !der.isEmpty
        else { return nil }
        self.init(der: der)
    }
}
