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
    package private(set) var isOpenIDProvider = false
    /// The sign-in page; a provider of tokens for machines has none.
    package private(set) var authorizationEndpoint: URL?
    /// The address at which clients redeem codes and refresh tokens; a platform for its own machines has none.
    package private(set) var tokenEndpoint: URL?
    /// The address of the signing keys; only plain OAuth providers have none, and the client accepts no signature of
    /// these.
    package private(set) var keySetURI: URL?
    /// The UserInfo endpoint, if the provider has one. OpenID Connect Core §5.3
    package private(set) var userInfoEndpoint: URL?
    /// The address where a session at the provider ends, if the provider can do that.
    package private(set) var endSessionEndpoint: URL?
    /// The revocation endpoint, if the provider has one. RFC 7009
    package private(set) var revocationEndpoint: URL?
    /// The device authorization endpoint, if the provider has one. RFC 8628 §4
    package private(set) var deviceAuthorizationEndpoint: URL?
    /// The client registration endpoint, if the provider has one. RFC 7591 §3
    package private(set) var registrationEndpoint: URL?
    /// The address for pushed authorization requests, if the provider supports them. RFC 9126 §5
    package private(set) var pushedRequestEndpoint: URL?
    /// Whether the provider accepts pushed authorization requests only. RFC 9126 §5
    package private(set) var requiresPushedRequests = false
    /// The methods by which clients may authenticate at the token endpoint; a registration names that of its client.
    package private(set) var tokenEndpointAuthenticationMethods = ["client_secret_basic"]
    /// The methods by which clients may authenticate at the revocation endpoint; `nil` if the provider names none.
    package private(set) var revocationAuthenticationMethods: [String]?
    /// The signature algorithms of ID tokens, by the names of RFC 7518.
    package private(set) var idTokenSigningAlgorithms = ["RS256"]
    /// The signature algorithms of UserInfo responses; empty if the provider does not say.
    package private(set) var userInfoSigningAlgorithms: [String] = []
    /// The signature algorithms of proofs of possession; empty if the provider accepts none. RFC 9449 §5.1
    package private(set) var dpopSigningAlgorithms: [String] = []
    /// Whether the provider binds the tokens of clients that ask for that to their certificates. RFC 8705 §3.3
    package private(set) var bindsTokensToCertificates = false
    /// The endpoints for clients with a certificate, by their names in the metadata. RFC 8705 §5
    private var mutualTLSAliases: [String: URL] = [:]
    /// The ways in which the response to an authorization request may travel.
    package private(set) var responseModes = ["query", "fragment"]
    /// The scopes that the provider names, perhaps not all that it has; empty if it names none.
    package private(set) var scopes: [String] = []
    /// Whether the provider supports PKCE with S256; `true` if it does not say. RFC 7636, RFC 8414 §2
    package private(set) var supportsProofKey = true
    /// Whether the provider names S256 among its PKCE methods; it must, if only an API has named the provider.
    package private(set) var advertisesProofKey = false
    /// Whether a client's id can be the address of its metadata document.
    package private(set) var supportsClientIDMetadataDocuments = false
    /// Whether redirects carry `iss`. RFC 9207 §3
    package private(set) var sendsIssuerInRedirect = false

    /// The longest accepted document, in bytes; Entra's is about 2 KiB.
    static let maximumByteCount = 256 * 1024

    /// Judges a response of the metadata address.
    ///
    /// - Throws: ``ServerError`` for another status than 200; ``Refusal`` (`metadataMalformed`,
    ///   `metadataIssuerMismatch`, `hostMalformed`, `addressInsecure`).
    package init(
        status: Int, body: Data, kind: MetadataKind = .openID, at place: URL? = nil, askedFor issuer: URL,
        rule: IssuerRule
    ) throws {
        guard status == 200 else { throw ServerError(status: status, body: body) }
        let place = (place ?? kind.address(of: issuer)).withoutQueryAndFragment
        func malformed(_ defect: String) -> Refusal {
            Refusal(
                .metadataMalformed,
                "the metadata at \(place) is invalid, because the document \(defect); check the issuer")
        }
        let document = try ForeignJSON(body, atMost: Self.maximumByteCount, orThrow: malformed)
        self.issuer = try document.required("issuer")
        issuerAskedFor = issuer
        let authorizationEndpoint = try document.address("authorization_endpoint")
        let tokenEndpoint = try document.address("token_endpoint")
        let keySetURI = try document.address("jwks_uri")
        guard kind == .authorizationServer || keySetURI != nil else { throw malformed("lacks 'jwks_uri'") }
        if let methods = try document.texts("token_endpoint_auth_methods_supported") {
            tokenEndpointAuthenticationMethods = methods
        }
        if let algorithms = try document.texts("id_token_signing_alg_values_supported") {
            idTokenSigningAlgorithms = algorithms
        }
        let proofKeyMethods = try document.texts("code_challenge_methods_supported")
        (supportsProofKey, advertisesProofKey) = (
            proofKeyMethods?.contains("S256") ?? true, proofKeyMethods?.contains("S256") ?? false
        )
        sendsIssuerInRedirect = try document.flag("authorization_response_iss_parameter_supported")
        guard rule.acceptsMetadata(self.issuer, issuer) else {
            throw Refusal(
                .metadataIssuerMismatch,
                "requested \(issuer.absoluteString), but the metadata is for \(self.issuer.asForeignText()); check the issuer"
            )
        }
        self.authorizationEndpoint = try authorizationEndpoint.flatMap { try Self.endpoint($0, namedBy: issuer) }
        self.tokenEndpoint = try tokenEndpoint.flatMap { try Self.endpoint($0, namedBy: issuer) }
        self.keySetURI = try keySetURI.map { try Self.secure($0, namedBy: issuer) }

        // A sign-in does not need the other members, so an unusable one counts as missing.
        func usable(_ name: String, in document: ForeignJSON) -> URL? {
            (try? document.address(name)).flatMap { try? Self.secure($0, namedBy: issuer) }
        }
        func texts(_ name: String) -> [String]? { try? document.texts(name) }
        func flag(_ name: String) -> Bool { (try? document.flag(name)) ?? false }
        let aliases = ForeignJSON(document["mtls_endpoint_aliases"])
        for (name, endpoint) in Self.aliased {
            mutualTLSAliases[name] = aliases.flatMap { usable(name, in: $0) }
            if name != "token_endpoint" { self[keyPath: endpoint] = usable(name, in: document) }
        }
        endSessionEndpoint = usable("end_session_endpoint", in: document)
        registrationEndpoint = usable("registration_endpoint", in: document)
        // OpenID Connect Discovery §3 requires both, and plain OAuth knows neither.
        isOpenIDProvider =
            kind != .authorizationServer || document.has("id_token_signing_alg_values_supported")
            || texts("subject_types_supported") != nil
        requiresPushedRequests = flag("require_pushed_authorization_requests")
        revocationAuthenticationMethods = texts("revocation_endpoint_auth_methods_supported")
        userInfoSigningAlgorithms = texts("userinfo_signing_alg_values_supported") ?? []
        dpopSigningAlgorithms = texts("dpop_signing_alg_values_supported") ?? []
        bindsTokensToCertificates = flag("tls_client_certificate_bound_access_tokens")
        responseModes = texts("response_modes_supported") ?? responseModes
        scopes = texts("scopes_supported") ?? []
        supportsClientIDMetadataDocuments = flag("client_id_metadata_document_supported")
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
        (self.issuer, issuerAskedFor) = (issuer.absoluteString, issuer)
        authorizationEndpoint = try Self.secure(provider.authorizationEndpoint)
        tokenEndpoint = try Self.secure(provider.tokenEndpoint)
        deviceAuthorizationEndpoint = try provider.deviceAuthorizationEndpoint.map(Self.secure)
        revocationEndpoint = try provider.revocationEndpoint.map(Self.secure)
        _ = try Self.secure(provider.profile.endpoint)
        (tokenEndpointAuthenticationMethods, idTokenSigningAlgorithms, responseModes) = ([], [], ["query"])
    }
}

extension ProviderMetadata {
    /// The methods of authentication with a certificate. RFC 8705 §2
    static let mutualTLSMethods: Set = ["tls_client_auth", "self_signed_tls_client_auth"]

    /// The endpoints that may have an alias for clients with a certificate, because only that server asks for one.
    private static let aliased: [(name: String, endpoint: any WritableKeyPath<Self, URL?> & Sendable)] = [
        ("token_endpoint", \.tokenEndpoint), ("revocation_endpoint", \.revocationEndpoint),
        ("device_authorization_endpoint", \.deviceAuthorizationEndpoint),
        ("pushed_authorization_request_endpoint", \.pushedRequestEndpoint),
        ("userinfo_endpoint", \.userInfoEndpoint),
    ]

    /// The metadata as a client with a certificate must use them.
    ///
    /// An endpoint without a usable alias keeps its usual address, where the provider sees no certificate and refuses
    /// the client. RFC 8705 §5
    package var forMutualTLS: ProviderMetadata {
        Self.aliased.reduce(into: self) { metadata, alias in
            if let address = mutualTLSAliases[alias.name] { metadata[keyPath: alias.endpoint] = address }
        }
    }
}
