// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
public import OAuthMessages
public import PortableFoundation

/// An app's registration at a provider: client ID, redirect URI, scopes, and authentication.
///
/// Each account belongs to one registration.
///
/// ```swift
/// guard let issuer = URL(string: "https://login.example.com"),
///     let redirectURI = RedirectURI("http://localhost")
/// else { throw CocoaError(.formatting) }
/// let example = ClientRegistration(
///     name: "example", issuer: issuer, clientID: "your client id", redirectURI: redirectURI,
///     scopes: ["profile", "email", "offline_access"])
/// ```
public struct ClientRegistration: Sendable {
    /// The app's own name for the registration, such as `myGraphService`; accounts are stored under it.
    public var name: String
    /// The provider's issuer URL, which determines the metadata URL unless ``metadataURL`` is set.
    public var issuer: URL
    /// The URL of the provider's metadata, on the issuer's host; `nil` for the standard location.
    public var metadataURL: URL?
    /// The description of a provider without metadata, whose API then identifies the user.
    public let oauthProvider: OAuthProvider?
    /// The client ID that the provider assigned to the app.
    public var clientID: String
    /// How the provider deviates from the standard.
    public var rules: ProviderRules
    /// How the app authenticates at the provider; an app on a device cannot, so it is a public client.
    public var authentication: ClientAuthentication
    /// The URI where the app receives the response.
    public var redirectURI: RedirectURI
    /// The algorithm that signs the app's ID tokens and logout tokens, if it is registered for one
    /// (`id_token_signed_response_alg`), as named in RFC 7518.
    ///
    /// Tokens with any other algorithm are rejected. `nil` accepts the algorithms that the provider announces; an
    /// unknown name accepts none. OpenID Connect Core §3.1.3.7 rule 7
    public var idTokenAlgorithm: String?
    /// The API that access tokens are for, by its own identifier (`resource`); `nil` if the scopes determine it.
    ///
    /// The provider rejects an unknown API, and other APIs reject the tokens. Microsoft's providers name the API in the
    /// scopes and do not receive this parameter. RFC 8707
    public var resource: String?
    /// `nil` for a registration that the app provides rather than discovers.
    package var api: APIRegistration?
    /// The app's capabilities beyond the standard, by their Microsoft names.
    ///
    /// `cp1` means that the app handles claims challenges. Tokens then live longer, and an API can end them early with
    /// a challenge (continuous access evaluation). Browser sign-ins and refreshes declare the capabilities; device code
    /// requests and `ClientGrants` do not.
    public var clientCapabilities: [String] = []
    /// Whether access tokens must be bound to a key of the client, so that a stolen token is useless
    /// (`dpop_bound_access_tokens`).
    ///
    /// The library creates a key at each sign-in, stores it with the account, and proves possession with each request.
    /// For tokens without a user, the key stays in memory. An unbound token from the provider is rejected. Send
    /// requests with an authorized transport, or sign them with it: the token alone does not work. RFC 9449 §5.2
    public var dpopBoundAccessTokens = false
    /// Whether access tokens must be bound to the client's certificate, so that a stolen token is useless
    /// (`tls_client_certificate_bound_access_tokens`).
    ///
    /// The transport presents the certificate to the provider and to the API: `withSystemTransport(presenting:)`.
    /// Responses do not show the binding, so a provider that does not announce it is rejected (`tokenNotBound`). After
    /// a certificate change, the API rejects the old tokens, and the client refreshes them. RFC 8705 §3
    public var tlsClientCertificateBoundAccessTokens = false
    /// Whether the client sends authorization requests directly to the provider, so that the browser carries only a
    /// reference (`require_pushed_authorization_requests`).
    ///
    /// If the provider requires pushed requests, the client always pushes them. RFC 9126 §6
    public var requiresPushedAuthorizationRequests = false
    /// The security profile that the registration follows; `nil` for none.
    public internal(set) var profile: SecurityProfile?
    /// The scopes to request at sign-in, including `openid`, which is added automatically except for plain OAuth.
    public private(set) var scopes: ScopeSet

    /// Creates a registration from the values of its properties.
    public init(
        name: String, issuer: URL, metadataURL: URL? = nil, clientID: String,
        authentication: ClientAuthentication = .none, redirectURI: RedirectURI, scopes: ScopeSet,
        idTokenAlgorithm: String? = nil, rules: ProviderRules = .standard
    ) {
        self.name = name
        self.issuer = issuer
        self.metadataURL = metadataURL
        self.idTokenAlgorithm = idTokenAlgorithm
        oauthProvider = nil
        self.clientID = clientID
        self.authentication = authentication
        self.rules = rules
        self.redirectURI = redirectURI
        self.scopes = ScopeSet(["openid"]).union(scopes)
    }

    /// Creates a registration at a plain OAuth 2 provider.
    ///
    /// `issuer` is a URL that stands for the provider; accounts are stored under it. `openid` is not added to
    /// the scopes, because the provider would reject it.
    public init(
        name: String, oauthProvider provider: OAuthProvider, issuer: URL, clientID: String,
        authentication: ClientAuthentication = .none, redirectURI: RedirectURI, scopes: ScopeSet,
        rules: ProviderRules = .standard
    ) {
        self.name = name
        self.issuer = issuer
        metadataURL = nil
        oauthProvider = provider
        self.clientID = clientID
        self.authentication = authentication
        self.rules = rules
        self.redirectURI = redirectURI
        self.scopes = scopes
    }

    /// For a provider that an API names: without `openid`, which some of them reject, its tokens do not identify the
    /// user.
    init(
        name: String, foundIssuer issuer: URL, clientID: String, authentication: ClientAuthentication,
        redirectURI: RedirectURI, scopes: ScopeSet
    ) {
        self.init(
            name: name, issuer: issuer, clientID: clientID, authentication: authentication, redirectURI: redirectURI,
            scopes: scopes, rules: .ofUnknownProvider)
        self.scopes = scopes
    }

    package var sentResource: String? { rules.readsResource ? resource : nil }

    /// Whether sign-ins return an ID token; some plain OAuth servers list the scope `openid`, but issue none.
    package func bringsIDToken(from provider: ProviderMetadata) -> Bool {
        oauthProvider == nil && scopes.contains("openid") && provider.isOpenIDProvider
    }

    /// Whether requests to the provider need a connection with the client's certificate. RFC 8705 §5
    var usesMutualTLS: Bool {
        if case .mutualTLS = authentication { true } else { tlsClientCertificateBoundAccessTokens }
    }

    func checkCertificateBinding(at provider: ProviderMetadata) throws {
        guard !tlsClientCertificateBoundAccessTokens || provider.bindsTokensToCertificates else {
            throw Refusal(
                .tokenNotBound, "\(provider.issuer) does not advertise tokens bound to certificates; choose DPoP")
        }
    }

    /// A provider returns an unbound token to a transport without a certificate, and the response does not show it. RFC
    /// 8705 §3.4
    func checkCertificate(of transport: any Transport) throws {
        guard !tlsClientCertificateBoundAccessTokens || transport.presentsCertificate else {
            throw Refusal(
                .tokenNotBound,
                "the transport presents no certificate, so the provider cannot bind tokens to one; start with "
                    + "withSystemTransport(presenting:), or implement presentsCertificate in your own transport")
        }
    }

    package func claims(_ claims: ClaimsRequest?) -> ClaimsRequest? {
        let own = ClaimsRequest(capabilities: clientCapabilities)
        return own?.merging(claims) ?? claims
    }

    /// Returns the same registration with more scopes, and the same accounts.
    public func asking(for more: ScopeSet) -> ClientRegistration {
        var registration = self
        registration.scopes = scopes.union(more)
        return registration
    }
}
