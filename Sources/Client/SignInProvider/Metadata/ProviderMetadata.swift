// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import Hosts
import OAuthMessages
package import PortableFoundation

/// A provider's metadata, checked to be for the requested issuer. OpenID Connect Discovery §3, §4.3, RFC 8414 §2, §3.3
package struct ProviderMetadata: Sendable, Hashable {
    /// The issuer as the provider writes it; a template at Microsoft's shared endpoints.
    package let issuer: String
    /// The requested issuer, whose users the tokens must be for.
    package let issuerAskedFor: URL
    /// Whether the provider identifies users: it meets OpenID Connect Discovery, and issues ID tokens.
    package private(set) var isOpenIDProvider = false
    /// `nil` for a provider that issues tokens to machines only.
    package private(set) var authorizationEndpoint: URL?
    /// `nil` for a platform that serves its own machines only.
    package private(set) var tokenEndpoint: URL?
    /// `nil` only for plain OAuth providers, of which the client accepts no signatures.
    package private(set) var keySetURI: URL?
    /// OpenID Connect Core §5.3.
    package private(set) var userInfoEndpoint: URL?
    package private(set) var endSessionEndpoint: URL?
    /// RFC 7009.
    package private(set) var revocationEndpoint: URL?
    /// RFC 8628 §4.
    package private(set) var deviceAuthorizationEndpoint: URL?
    /// RFC 7591 §3.
    package private(set) var registrationEndpoint: URL?
    /// RFC 9126 §5.
    package private(set) var pushedRequestEndpoint: URL?
    /// Whether the provider accepts only pushed authorization requests. RFC 9126 §5
    package private(set) var requiresPushedRequests = false
    /// The registration says which of these its client uses.
    package private(set) var tokenEndpointAuthenticationMethods = ["client_secret_basic"]
    package private(set) var revocationAuthenticationMethods: [String]?
    /// Names of RFC 7518, as in the following two.
    package private(set) var idTokenSigningAlgorithms = ["RS256"]
    package private(set) var userInfoSigningAlgorithms: [String] = []
    /// Empty if the provider accepts no proofs. RFC 9449 §5.1
    package private(set) var dpopSigningAlgorithms: [String] = []
    /// Whether the provider binds tokens to certificates on request. RFC 8705 §3.3
    package private(set) var bindsTokensToCertificates = false
    /// The endpoints for clients with a certificate, by metadata name. RFC 8705 §5
    private var mutualTLSAliases: [String: URL] = [:]
    package private(set) var responseModes = ["query", "fragment"]
    /// Not necessarily all scopes; empty if the provider lists none.
    package private(set) var scopes: [String] = []
    /// `true` if the provider does not list PKCE methods. RFC 7636, RFC 8414 §2
    package private(set) var supportsProofKey = true
    /// Whether the provider lists S256, which a provider that only an API names must.
    package private(set) var advertisesProofKey = false
    package private(set) var supportsClientIDMetadataDocuments = false
    /// Whether redirects contain `iss`. RFC 9207 §3
    package private(set) var sendsIssuerInRedirect = false

    /// In bytes; Entra ID's document is about 2 KiB.
    static let maximumByteCount = 256 * 1024

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

        // A sign-in does not need the other members, so an invalid one counts as missing.
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
        // OpenID Connect Discovery §3 requires both; plain OAuth has neither.
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
    /// Also rejects plain HTTP if the issuer uses HTTPS, and a loopback URL that a remote issuer names: the user's own
    /// programs listen there.
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

    /// `nil` for a URL without a location, such as the `urn:` of clusters that have no sign-in page.
    static func endpoint(_ address: URL, namedBy issuer: URL) throws -> URL? {
        address.scheme?.lowercased() == "urn" ? nil : try secure(address, namedBy: issuer)
    }

    /// Rejects a URL over which an attacker could read or change messages; plain HTTP is for loopback only.
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
    /// Methods that authenticate with a certificate. RFC 8705 §2
    static let mutualTLSMethods: Set = ["tls_client_auth", "self_signed_tls_client_auth"]

    /// The endpoints that may have an alias, because only the server of the alias requests a certificate.
    private static let aliased: [(name: String, endpoint: any WritableKeyPath<Self, URL?> & Sendable)] = [
        ("token_endpoint", \.tokenEndpoint), ("revocation_endpoint", \.revocationEndpoint),
        ("device_authorization_endpoint", \.deviceAuthorizationEndpoint),
        ("pushed_authorization_request_endpoint", \.pushedRequestEndpoint),
        ("userinfo_endpoint", \.userInfoEndpoint),
    ]

    /// An endpoint without a valid alias keeps its URL, where the provider sees no certificate and rejects the client.
    /// RFC 8705 §5
    package var forMutualTLS: ProviderMetadata {
        Self.aliased.reduce(into: self) { metadata, alias in
            if let address = mutualTLSAliases[alias.name] { metadata[keyPath: alias.endpoint] = address }
        }
    }
}
