// SPDX-License-Identifier: Apache-2.0
public import Foundation
import OAuth

/// What a provider says of itself, once it is known to speak for the issuer that was asked for.
///
/// OpenID Connect Discovery §3 and §4.3, RFC 8414 §2 and §3.3
public struct ProviderMetadata: Sendable, Hashable {
    /// The issuer as the provider writes it; Microsoft's shared endpoints write a template here.
    public let issuer: String
    /// The issuer that was asked for, to whose people tokens are bound.
    package let issuerAskedFor: URL
    /// Where people sign in.
    public let authorizationEndpoint: URL
    /// Where codes and refresh tokens are redeemed.
    public let tokenEndpoint: URL
    /// Where the signing keys are; only plain OAuth providers have none, and nothing that these sign is believed.
    public let keySetURI: URL?
    /// Where the provider tells about the person, if it does. OpenID Connect Core §5.3
    public let userInfoEndpoint: URL?
    /// Where a session at the provider ends, if the provider can do that.
    public let endSessionEndpoint: URL?
    /// Where a token is given back, if the provider takes it. RFC 7009
    public let revocationEndpoint: URL?
    /// Where a person who signs in on another device gets a code, if the provider can do that. RFC 8628 §4
    public let deviceAuthorizationEndpoint: URL?
    /// How a client with a secret may show it at the token endpoint.
    public let tokenEndpointAuthenticationMethods: [String]
    /// What a client's own assertion at the token endpoint may be signed with; empty if the provider does not say.
    public let tokenEndpointSigningAlgorithms: [String]
    /// How a client with a secret may show it at the revocation endpoint.
    public let revocationEndpointAuthenticationMethods: [String]
    /// The signature algorithms of ID tokens, by the names of RFC 7518.
    public let idTokenSigningAlgorithms: [String]
    /// The signature algorithms of UserInfo responses; empty if the provider does not say.
    public let userInfoSigningAlgorithms: [String]
    /// How the answer to an authorization request may travel.
    public let responseModes: [String]
    /// The scopes that the provider names, of which it may have more; empty if it names none.
    public let scopes: [String]
    /// Whether redirects carry `iss`. RFC 9207 §3
    public let sendsIssuerInRedirect: Bool

    /// The longest document that is read, in bytes; Entra's is about 2 KiB.
    static let maximumByteCount = 256 * 1024

    /// Judges a reply of the metadata address.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - body: The content.
    ///   - kind: Which document it is.
    ///   - issuer: The issuer that was asked for.
    ///   - rule: How this kind of provider writes its issuer.
    /// - Throws: ``ServerError`` for another status than 200; ``Refusal`` (`metadataMalformed`,
    ///   `metadataIssuerMismatch`, `addressInsecure`, `proofKeyUnsupported`).
    package init(
        status: Int, body: Data, kind: MetadataKind = .openID, askedFor issuer: URL, rule: IssuerRule
    ) throws {
        guard status == 200 else { throw ServerError(status: status, body: body) }
        let wire = try Self.wire(in: body, kind: kind, askedFor: issuer)
        guard rule.acceptsMetadata(wire.issuer, issuer) else {
            throw Refusal(
                .metadataIssuerMismatch,
                "asked for \(issuer.absoluteString), but the metadata speaks for \(wire.issuer); check the issuer"
            )
        }
        guard wire.codeChallengeMethods?.contains("S256") ?? true else {
            throw Refusal(
                .proofKeyUnsupported,
                "\(issuer.absoluteString) does not do PKCE with S256, without which codes can be stolen; tell its maker"
            )
        }
        self.issuer = wire.issuer
        issuerAskedFor = issuer
        authorizationEndpoint = try Self.secure(wire.authorizationEndpoint, namedBy: issuer)
        tokenEndpoint = try Self.secure(wire.tokenEndpoint, namedBy: issuer)
        keySetURI = try wire.keySetURI.map { try Self.secure($0, namedBy: issuer) }
        userInfoEndpoint = try wire.userInfoEndpoint.map { try Self.secure($0, namedBy: issuer) }
        endSessionEndpoint = try wire.endSessionEndpoint.map { try Self.secure($0, namedBy: issuer) }
        revocationEndpoint = try wire.revocationEndpoint.map { try Self.secure($0, namedBy: issuer) }
        deviceAuthorizationEndpoint = try wire.deviceAuthorizationEndpoint.map { try Self.secure($0, namedBy: issuer) }
        tokenEndpointAuthenticationMethods = wire.tokenEndpointAuthenticationMethods ?? ["client_secret_basic"]
        tokenEndpointSigningAlgorithms = wire.tokenEndpointSigningAlgorithms ?? []
        revocationEndpointAuthenticationMethods =
            wire.revocationEndpointAuthenticationMethods ?? ["client_secret_basic"]
        idTokenSigningAlgorithms = wire.idTokenSigningAlgorithms ?? ["RS256"]
        userInfoSigningAlgorithms = wire.userInfoSigningAlgorithms ?? []
        responseModes = wire.responseModes ?? ["query", "fragment"]
        scopes = wire.scopes ?? []
        sendsIssuerInRedirect = wire.sendsIssuerInRedirect ?? false
    }

    private static func wire(in body: Data, kind: MetadataKind, askedFor issuer: URL) throws -> Wire {
        guard body.count <= maximumByteCount, let wire = try? JSONDecoder().decode(Wire.self, from: body),
            kind == .authorizationServer || wire.keySetURI != nil
        else {
            throw Refusal(
                .metadataMalformed,
                "what \(issuer.absoluteString) says of itself cannot be read as a provider's metadata; check the issuer"
            )
        }
        return wire
    }
}
