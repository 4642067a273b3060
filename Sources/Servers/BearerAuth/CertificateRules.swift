// SPDX-License-Identifier: Apache-2.0

/// How an API takes tokens that are bound to the client's certificate, so that a stolen token is of no use.
///
/// ```swift
/// let rules = CertificateRules(from: .connection, requiresBinding: true)
/// let protection = BearerProtection(accepting: [tokens], boundToCertificates: rules, over: transport)
/// let caller = try await protection.caller(of: request.head, presenting: certificate)
/// ```
///
/// RFC 8705 §3
public struct CertificateRules: Sendable, Hashable {
    /// The place from which the API takes the client's certificate.
    public enum Source: Sendable, Hashable {
        /// The TLS connection of the client, which ends at the API.
        case connection
        /// The field `Client-Cert`, which a proxy sets after it ended the client's connection.
        ///
        /// The proxy must remove this field from each request of a client, and no client may reach the API past the
        /// proxy. Otherwise the holder of a stolen token can use it with its certificate, which is no secret.
        /// RFC 9440 §4
        case clientCertField
    }

    /// Where the certificate comes from.
    public var source: Source
    /// Whether each token must be bound: to a certificate, or to a key if the API takes these tokens too.
    public var requiresBinding: Bool

    /// Creates rules.
    ///
    /// - Parameters:
    ///   - source: Where the certificate comes from.
    ///   - requiresBinding: Whether each token must be bound.
    public init(from source: Source = .connection, requiresBinding: Bool = false) {
        (self.source, self.requiresBinding) = (source, requiresBinding)
    }
}
