// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import Hosts
import OAuthMessages
package import PortableFoundation

/// A provider's metadata, after the check that they are for the requested issuer.
///
/// OpenID Connect Discovery §3 and §4.3, RFC 8414 §2 and §3.3
package struct ProviderMetadata: Sendable, Hashable {
    /// The issuer as the provider writes it; Microsoft's shared endpoints write a template here.
    package let issuer: String
    /// The requested issuer; tokens must be for its people.
    package let issuerAskedFor: URL
    /// Whether the provider identifies people: it describes itself as OpenID Connect demands, and issues ID tokens.
    package let isOpenIDProvider: Bool
    /// Where people sign in; a provider of tokens for machines has none.
    package let authorizationEndpoint: URL?
    /// The address at which clients redeem codes and refresh tokens; a platform for its own machines has none.
    package internal(set) var tokenEndpoint: URL?
    /// The address of the signing keys; only plain OAuth providers have none, and the client accepts no signature of
    /// these.
    package let keySetURI: URL?
    /// The UserInfo endpoint, if the provider has one. OpenID Connect Core §5.3
    package internal(set) var userInfoEndpoint: URL?
    /// Where a session at the provider ends, if the provider can do that.
    package let endSessionEndpoint: URL?
    /// The revocation endpoint, if the provider has one. RFC 7009
    package internal(set) var revocationEndpoint: URL?
    /// The device authorization endpoint, if the provider has one. RFC 8628 §4
    package internal(set) var deviceAuthorizationEndpoint: URL?
    /// The client registration endpoint, if the provider has one. RFC 7591 §3
    package let registrationEndpoint: URL?
    /// Where clients push their authorization requests, if the provider takes these. RFC 9126 §5
    package internal(set) var pushedRequestEndpoint: URL?
    /// Whether the provider takes pushed authorization requests only. RFC 9126 §5
    package let requiresPushedRequests: Bool
    /// The methods by which clients may authenticate at the token endpoint; a registration names that of its client.
    package let tokenEndpointAuthenticationMethods: [String]
    /// The methods by which clients may authenticate at the revocation endpoint; `nil` if the provider names none.
    package let revocationAuthenticationMethods: [String]?
    /// The signature algorithms of ID tokens, by the names of RFC 7518.
    package let idTokenSigningAlgorithms: [String]
    /// The signature algorithms of UserInfo responses; empty if the provider does not say.
    package let userInfoSigningAlgorithms: [String]
    /// The signature algorithms of proofs of possession; empty if the provider takes none. RFC 9449 §5.1
    package let dpopSigningAlgorithms: [String]
    /// Whether the provider binds the tokens of clients that ask for that to their certificates. RFC 8705 §3.3
    package let bindsTokensToCertificates: Bool
    /// The endpoints for clients with a certificate. RFC 8705 §5
    package let mutualTLSAliases: MutualTLSAliases
    /// How the response to an authorization request may travel.
    package let responseModes: [String]
    /// The scopes that the provider names, perhaps not all that it has; empty if it names none.
    package let scopes: [String]
    /// Whether the provider supports PKCE with S256; `true` if it does not say. RFC 7636, RFC 8414 §2
    package let supportsProofKey: Bool
    /// Whether the provider names S256 among its PKCE methods; it must, if only an API has named the provider.
    package let advertisesProofKey: Bool
    /// Whether a client's id can be the address of its metadata document.
    package let supportsClientIDMetadataDocuments: Bool
    /// Whether redirects carry `iss`. RFC 9207 §3
    package let sendsIssuerInRedirect: Bool

    /// The longest accepted document, in bytes; Entra's is about 2 KiB.
    static let maximumByteCount = 256 * 1024

    /// Judges a response of the metadata address.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - body: The content.
    ///   - kind: The kind of document.
    ///   - place: The address of the document, for messages.
    ///   - issuer: The requested issuer.
    ///   - rule: How this kind of provider writes its issuer.
    /// - Throws: ``ServerError`` for another status than 200; ``Refusal`` (`metadataMalformed`,
    ///   `metadataIssuerMismatch`, `hostMalformed`, `addressInsecure`).
    package init(
        status: Int, body: Data, kind: MetadataKind = .openID, at place: URL? = nil, askedFor issuer: URL,
        rule: IssuerRule
    ) throws {
        guard status == 200 else { throw ServerError(status: status, body: body) }
        let wire = try Self.wire(in: body, kind: kind, at: place ?? kind.address(of: issuer))
        guard rule.acceptsMetadata(wire.issuer, issuer) else {
            throw Refusal(
                .metadataIssuerMismatch,
                "requested \(issuer.absoluteString), but the metadata is for \(wire.issuer.asForeignText()); check the issuer"
            )
        }
        self.issuer = wire.issuer
        issuerAskedFor = issuer
        isOpenIDProvider = kind != .authorizationServer || wire.describesOpenID
        authorizationEndpoint = try wire.authorizationEndpoint.flatMap { try Self.endpoint($0, namedBy: issuer) }
        tokenEndpoint = try wire.tokenEndpoint.flatMap { try Self.endpoint($0, namedBy: issuer) }
        keySetURI = try wire.keySetURI.map { try Self.secure($0, namedBy: issuer) }
        // A sign-in does not need these, so an unusable one counts as missing.
        func usable(_ address: URL?) -> URL? { address.flatMap { try? Self.secure($0, namedBy: issuer) } }
        userInfoEndpoint = usable(wire.userInfoEndpoint)
        endSessionEndpoint = usable(wire.endSessionEndpoint)
        revocationEndpoint = usable(wire.revocationEndpoint)
        deviceAuthorizationEndpoint = usable(wire.deviceAuthorizationEndpoint)
        registrationEndpoint = usable(wire.registrationEndpoint)
        pushedRequestEndpoint = usable(wire.pushedRequestEndpoint)
        requiresPushedRequests = wire.requiresPushedRequests ?? false
        tokenEndpointAuthenticationMethods = wire.tokenEndpointAuthenticationMethods ?? ["client_secret_basic"]
        revocationAuthenticationMethods = wire.revocationAuthenticationMethods
        idTokenSigningAlgorithms = wire.idTokenSigningAlgorithms ?? ["RS256"]
        userInfoSigningAlgorithms = wire.userInfoSigningAlgorithms ?? []
        dpopSigningAlgorithms = wire.dpopSigningAlgorithms ?? []
        bindsTokensToCertificates = wire.bindsTokensToCertificates ?? false
        mutualTLSAliases = wire.mutualTLSAliases?.secured(namedBy: issuer) ?? MutualTLSAliases()
        responseModes = wire.responseModes ?? ["query", "fragment"]
        scopes = wire.scopes ?? []
        supportsProofKey = wire.codeChallengeMethods?.contains("S256") ?? true
        advertisesProofKey = wire.codeChallengeMethods?.contains("S256") ?? false
        supportsClientIDMetadataDocuments = wire.supportsClientIDMetadataDocuments ?? false
        sendsIssuerInRedirect = wire.sendsIssuerInRedirect ?? false
    }

    private static func wire(in body: Data, kind: MetadataKind, at place: URL) throws -> Wire {
        func malformed(_ defect: String) -> Refusal {
            Refusal(
                .metadataMalformed,
                "the metadata at \(place.withoutQueryAndFragment) is invalid, because the document \(defect); check the issuer"
            )
        }
        let wire: Wire = try ForeignJSON.decode(from: body, atMost: maximumByteCount, orThrow: malformed)
        guard kind == .authorizationServer || wire.keySetURI != nil else { throw malformed("lacks 'jwks_uri'") }
        return wire
    }
}

extension ProviderMetadata {
    /// Also refuses plain http if the issuer uses https, and an address on this machine that an issuer elsewhere names:
    /// the person's own programs listen there.
    ///
    /// - Throws: ``Refusal`` (`hostMalformed`, `addressInsecure`).
    package static func secure(_ address: URL, namedBy issuer: URL) throws -> URL {
        let subject = "\(issuer.absoluteString) names \(address.withoutQueryAndFragment), which"
        guard address.scheme?.lowercased() == "https" || issuer.scheme?.lowercased() == "http" else {
            throw Refusal(.addressInsecure, "\(subject) must begin with https:// as well")
        }
        let host = try URLHost(ofForeign: address, subject)
        guard !host.isThisMachine || (try? URLHost(of: issuer))?.isThisMachine == true else {
            throw Refusal(.addressInsecure, "\(subject) is on this machine; check the issuer")
        }
        return try secure(address)
    }

    /// An endpoint; `nil` for an address without a place, such as the `urn:` of clusters that have no sign-in page.
    ///
    /// - Throws: ``Refusal`` (`hostMalformed`, `addressInsecure`) for a place that is not safe.
    static func endpoint(_ address: URL, namedBy issuer: URL) throws -> URL? {
        address.scheme?.lowercased() == "urn" ? nil : try secure(address, namedBy: issuer)
    }

    /// Refuses an address over which an attacker could read or change the messages.
    ///
    /// - Throws: ``Refusal`` (`hostMalformed`, `addressInsecure`). Plain http is for loopback only.
    package static func secure(_ address: URL) throws -> URL {
        _ = try URLHost(ofForeign: address)
        guard Origin(address)?.isSecure == true else {
            throw Refusal(
                .addressInsecure, "\(address.withoutQueryAndFragment) is not secure; it must begin with https://")
        }
        return address
    }
}

extension ProviderMetadata {
    /// Makes the metadata of a provider that publishes none, from its description.
    ///
    /// - Throws: ``Refusal`` (`hostMalformed`, `addressInsecure`).
    package init(of provider: OAuthProvider, named issuer: URL) throws {
        self.issuer = issuer.absoluteString
        (issuerAskedFor, isOpenIDProvider) = (issuer, false)
        authorizationEndpoint = try Self.secure(provider.authorizationEndpoint)
        tokenEndpoint = try Self.secure(provider.tokenEndpoint)
        deviceAuthorizationEndpoint = try provider.deviceAuthorizationEndpoint.map(Self.secure)
        revocationEndpoint = try provider.revocationEndpoint.map(Self.secure)
        (tokenEndpointAuthenticationMethods, revocationAuthenticationMethods) = ([], nil)
        _ = try Self.secure(provider.profile.endpoint)
        (keySetURI, userInfoEndpoint, endSessionEndpoint, registrationEndpoint) = (nil, nil, nil, nil)
        (advertisesProofKey, supportsClientIDMetadataDocuments) = (false, false)
        (pushedRequestEndpoint, requiresPushedRequests, dpopSigningAlgorithms) = (nil, false, [])
        (bindsTokensToCertificates, mutualTLSAliases) = (false, MutualTLSAliases())
        (idTokenSigningAlgorithms, userInfoSigningAlgorithms) = ([], [])
        (responseModes, scopes, supportsProofKey, sendsIssuerInRedirect) = (["query"], [], true, false)
    }
}
