// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
package import JSONWebSignatures
public import OAuthMessages
public import PortableFoundation

/// A set of rules that replaces individual settings.
///
/// A weaker registration cannot be created.
///
/// ```swift
/// let bank = try ClientRegistration(
///     .fapi2, name: "bank", issuer: issuer, clientID: "your client id", key: key, redirectURI: redirectURI,
///     scopes: ["accounts"])
/// ```
///
/// FAPI 2.0 Security Profile
public enum SecurityProfile: Sendable, Hashable {
    /// The FAPI 2.0 Security Profile, for a confidential client.
    ///
    /// The client authenticates with its own key or certificate, pushes its requests, binds its tokens with DPoP or to
    /// its certificate, and requires `iss`.
    case fapi2

    /// How a profile binds access tokens to their client. §5.3.3.1 item 1
    public enum SenderConstraint: Sendable, Hashable {
        /// To a key that the library creates at each sign-in. RFC 9449
        case dpop
        /// To the certificate that the transport presents. RFC 8705 §3
        case mutualTLS
    }

    /// The algorithms of all signatures, including the provider's. §5.4.1
    package static let algorithms: Set<SignatureAlgorithm> = [.ps256, .es256, .edDSA]

    func check(_ registration: ClientRegistration) throws {
        switch registration.authentication {
        case .mutualTLS: break
        case .privateKeyJWT(let key):
            guard Self.accepts(key.algorithm) else {
                throw Self.unmet("the client's key signs with \(key.algorithm); choose PS256, ES256, or EdDSA")
            }
        case .none, .secret, .federatedAssertion:
            throw Self.unmet("the client must authenticate with its own key or certificate")
        }
        guard registration.idTokenAlgorithm.map(Self.accepts) ?? true else {
            throw Self.unmet("ID tokens must be signed with PS256, ES256, or EdDSA (idTokenAlgorithm)")
        }
        guard registration.dpopBoundAccessTokens || registration.tlsClientCertificateBoundAccessTokens else {
            throw Self.unmet(
                "access tokens must be bound (dpopBoundAccessTokens, tlsClientCertificateBoundAccessTokens)")
        }
        guard registration.requiresPushedAuthorizationRequests else {
            throw Self.unmet("authorization requests must be pushed (requiresPushedAuthorizationRequests)")
        }
        guard Origin(registration.issuer)?.isSecure == true else {
            throw Self.unmet("the issuer must be an https URL")
        }
        guard registration.metadataURL == nil, registration.oauthProvider == nil, registration.api == nil else {
            throw Self.unmet("the provider's metadata must come from its issuer alone")
        }
        let redirectURI = registration.redirectURI
        guard redirectURI.scheme == "https" || redirectURI.isLoopback else {
            throw Self.unmet("the redirect URI must be an https URL, or on this machine")
        }
    }

    func check(_ provider: ProviderMetadata, for registration: ClientRegistration) throws {
        guard provider.pushedRequestEndpoint != nil else {
            throw Self.unmet(
                "\(provider.issuer) does not support pushed authorization requests", remedy: Self.otherProvider)
        }
        guard provider.advertisesProofKey else {
            throw Self.unmet("\(provider.issuer) does not advertise PKCE with S256", remedy: Self.otherProvider)
        }
        let methods: Set<String> =
            if case .mutualTLS = registration.authentication {
                ProviderMetadata.mutualTLSMethods
            } else {
                ["private_key_jwt"]
            }
        guard !methods.isDisjoint(with: provider.tokenEndpointAuthenticationMethods) else {
            let names = methods.sorted().joined(separator: ", ")
            throw Self.unmet(
                "\(provider.issuer) does not advertise client authentication with \(names)", remedy: Self.otherProvider)
        }
        guard !registration.dpopBoundAccessTokens || provider.dpopSigningAlgorithms.contains(DPoPKey.algorithm) else {
            throw Self.unmet(
                "\(provider.issuer) does not advertise DPoP proofs with \(DPoPKey.algorithm)",
                remedy: Self.otherProvider)
        }
        guard !registration.tlsClientCertificateBoundAccessTokens || provider.bindsTokensToCertificates else {
            throw Self.unmet(
                "\(provider.issuer) does not advertise tokens bound to certificates", remedy: Self.otherProvider)
        }
    }

    private static let otherProvider = "choose a provider that follows the profile, or a registration without it"

    package static func unmet(_ cause: String, remedy: String? = nil) -> Refusal {
        let advice = remedy.map { "; \($0)" } ?? ""
        return Refusal(.securityProfileUnmet, "the FAPI 2.0 security profile is not met: \(cause)\(advice)")
    }

    private static func accepts(_ name: String) -> Bool {
        SignatureAlgorithm(rawValue: name).map(algorithms.contains) ?? false
    }
}

extension ClientRegistration {
    /// Creates a registration that follows a security profile, for a client whose key signs with `PS256`, `ES256`, or
    /// `EdDSA`.
    ///
    /// The tokens are bound with DPoP. If a later change weakens the registration, its next use fails. The issuer must
    /// come from a source that you trust rather than from the API.
    ///
    /// - Throws: ``Refusal`` (`securityProfileUnmet`).
    public init(
        _ profile: SecurityProfile, name: String, issuer: URL, clientID: String, key: ClientKey,
        redirectURI: RedirectURI, scopes: ScopeSet, resource: String? = nil
    ) throws {
        try self.init(
            profile, name: name, issuer: issuer, clientID: clientID, authentication: .privateKeyJWT(key),
            boundBy: .dpop, redirectURI: redirectURI, scopes: scopes, resource: resource)
    }

    /// Creates a registration that follows a security profile, for a client with its own key or certificate.
    ///
    /// If a later change weakens the registration, its next use fails. The issuer must come from a source that you
    /// trust rather than from the API. The authentication is ``ClientAuthentication/mutualTLS``, or
    /// ``ClientAuthentication/privateKeyJWT(_:)`` with a key for `PS256`, `ES256`, or `EdDSA`.
    ///
    /// - Throws: ``Refusal`` (`securityProfileUnmet`).
    public init(
        _ profile: SecurityProfile, name: String, issuer: URL, clientID: String,
        authentication: ClientAuthentication, boundBy constraint: SecurityProfile.SenderConstraint,
        redirectURI: RedirectURI, scopes: ScopeSet, resource: String? = nil
    ) throws {
        self.init(
            name: name, issuer: issuer, clientID: clientID, authentication: authentication,
            redirectURI: redirectURI, scopes: scopes)
        (self.profile, self.resource) = (profile, resource)
        switch constraint {
        case .dpop: dpopBoundAccessTokens = true
        case .mutualTLS: tlsClientCertificateBoundAccessTokens = true
        }
        requiresPushedAuthorizationRequests = true
        try checkProfile()
    }

    /// A change after the initializer may have weakened the registration.
    package func checkProfile() throws { try profile?.check(self) }
}

extension ClientRegistration {
    package var allowedAlgorithms: Set<SignatureAlgorithm>? { profile.map { _ in SecurityProfile.algorithms } }
}
