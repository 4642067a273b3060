// SPDX-License-Identifier: Apache-2.0
public import Foundation
import OAuth

/// What a provider says of itself, once it is known to speak for the issuer that was asked for.
///
/// OpenID Connect Discovery §3 and §4.3
public struct ProviderMetadata: Sendable, Hashable {
    /// The issuer as the provider writes it; Microsoft's shared endpoints write a template here.
    public let issuer: String
    /// The issuer that was asked for, to whose people tokens are bound.
    package let issuerAskedFor: URL
    /// Where people sign in.
    public let authorizationEndpoint: URL
    /// Where codes and refresh tokens are redeemed.
    public let tokenEndpoint: URL
    /// Where the signing keys are.
    public let keySetURI: URL
    /// Where a person who signs in on another device gets a code, if the provider can do that. RFC 8628 §4
    public let deviceAuthorizationEndpoint: URL?
    /// How a client with a secret may show it at the token endpoint.
    public let tokenEndpointAuthenticationMethods: [String]
    /// Where a session at the provider ends, if the provider can do that.
    public let endSessionEndpoint: URL?
    /// The signature algorithms of ID tokens, by the names of RFC 7518.
    public let idTokenSigningAlgorithms: [String]
    /// Whether redirects carry `iss`. RFC 9207 §3
    public let sendsIssuerInRedirect: Bool

    /// Judges a reply of the metadata address.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - body: The content.
    ///   - issuer: The issuer that was asked for.
    ///   - rule: How this kind of provider writes its issuer.
    /// - Throws: ``ServerError`` for another status than 200; ``Refusal`` (`metadataMalformed`,
    ///   `metadataIssuerMismatch`, `addressInsecure`).
    package init(status: Int, body: Data, askedFor issuer: URL, rule: IssuerRule) throws {
        guard status == 200 else { throw ServerError(status: status, body: body) }
        guard let wire = try? JSONDecoder().decode(Wire.self, from: body) else {
            throw Refusal(
                .metadataMalformed,
                "what \(issuer.absoluteString) says of itself is not OpenID metadata; check the issuer")
        }
        guard rule.acceptsMetadata(wire.issuer, issuer) else {
            throw Refusal(
                .metadataIssuerMismatch,
                "asked for \(issuer.absoluteString), but the metadata speaks for \(wire.issuer); check the issuer"
            )
        }
        self.issuer = wire.issuer
        issuerAskedFor = issuer
        authorizationEndpoint = try Self.secure(wire.authorizationEndpoint, namedBy: issuer)
        tokenEndpoint = try Self.secure(wire.tokenEndpoint, namedBy: issuer)
        keySetURI = try Self.secure(wire.keySetURI, namedBy: issuer)
        endSessionEndpoint = try wire.endSessionEndpoint.map { try Self.secure($0, namedBy: issuer) }
        deviceAuthorizationEndpoint = try wire.deviceAuthorizationEndpoint.map { try Self.secure($0, namedBy: issuer) }
        tokenEndpointAuthenticationMethods = wire.tokenEndpointAuthenticationMethods ?? ["client_secret_basic"]
        idTokenSigningAlgorithms = wire.idTokenSigningAlgorithms ?? ["RS256"]
        sendsIssuerInRedirect = wire.sendsIssuerInRedirect ?? false
    }

    /// Refuses, besides, an address on loopback that a provider elsewhere names: it would lead to whatever listens on
    /// the machine of the one who signs in.
    ///
    /// - Throws: ``Refusal`` (`addressInsecure`).
    package static func secure(_ address: URL, namedBy issuer: URL) throws -> URL {
        guard address.scheme?.lowercased() == "https" || issuer.scheme?.lowercased() == "http" else {
            throw Refusal(
                .addressInsecure,
                "\(issuer.absoluteString) names \(address.absoluteString), which must begin with https:// as well")
        }
        return try secure(address)
    }

    /// Refuses an address over which anybody could read or change what is said.
    ///
    /// - Throws: ``Refusal`` (`addressInsecure`). Plain http is for loopback only.
    package static func secure(_ address: URL) throws -> URL {
        let scheme = address.scheme?.lowercased()
        guard let host = address.host(), !host.isEmpty,
            scheme == "https" || (scheme == "http" && LoopbackHost.contains(host))
        else {
            throw Refusal(
                .addressInsecure, "\(address.absoluteString) is not safe to use; it must begin with https://")
        }
        return address
    }
}

/// The members that are read, as they stand on the wire.
private struct Wire: Decodable {
    let issuer: String
    let authorizationEndpoint: URL
    let tokenEndpoint: URL
    let keySetURI: URL
    let deviceAuthorizationEndpoint: URL?
    let tokenEndpointAuthenticationMethods: [String]?
    let endSessionEndpoint: URL?
    let idTokenSigningAlgorithms: [String]?
    let sendsIssuerInRedirect: Bool?

    enum CodingKeys: String, CodingKey {
        case issuer
        case authorizationEndpoint = "authorization_endpoint"
        case tokenEndpoint = "token_endpoint"
        case keySetURI = "jwks_uri"
        case deviceAuthorizationEndpoint = "device_authorization_endpoint"
        case tokenEndpointAuthenticationMethods = "token_endpoint_auth_methods_supported"
        case endSessionEndpoint = "end_session_endpoint"
        case idTokenSigningAlgorithms = "id_token_signing_alg_values_supported"
        case sendsIssuerInRedirect = "authorization_response_iss_parameter_supported"
    }
}
