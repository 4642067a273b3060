// SPDX-License-Identifier: Apache-2.0

/// How an API accepts tokens bound to the client's certificate, so that a stolen token is useless.
///
/// ```swift
/// let rules = CertificateRules(from: .connection, requiresBinding: true)
/// let protection = BearerProtection(accepting: [tokens], boundToCertificates: rules, over: transport)
/// let caller = try await protection.caller(of: request.head, presenting: certificate)
/// ```
///
/// RFC 8705 §3
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
    ///
    /// - Parameters:
    ///   - source: The source of the certificate.
    ///   - requiresBinding: Whether each token must be bound.
    public init(from source: Source = .connection, requiresBinding: Bool = false) {
        (self.source, self.requiresBinding) = (source, requiresBinding)
    }
}
