// SPDX-License-Identifier: Apache-2.0
public import Foundation
import HTTPTransport
public import OAuth

/// An app as it is registered at a provider: client id, redirect URI, scopes and authentication.
///
/// Accounts belong to one registration.
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
    /// The app's own name for the registration, such as `myGraphService`; accounts are kept under it.
    public var name: String
    /// The provider's issuer address, from which its metadata address follows unless ``metadataURL`` names it.
    public var issuer: URL
    /// Where the provider's metadata is, if not where the standard puts it.
    public var metadataURL: URL?
    /// The description of a provider without metadata; a call of its API then identifies the person.
    public let oauthProvider: OAuthProvider?
    /// The id that the provider gave to the app.
    public var clientID: String
    /// How the provider departs from the standard.
    public var rules: ProviderRules
    /// How the app authenticates at the provider.
    public var authentication: ClientAuthentication
    /// The address at which the app receives the response.
    public var redirectURI: RedirectURI
    /// The algorithm that signs the app's ID tokens and logout tokens, where it is registered for one
    /// (`id_token_signed_response_alg`), by its name in RFC 7518.
    ///
    /// A token by any other algorithm is refused. `nil` accepts the algorithms that the provider announces; an unknown
    /// name accepts none. OpenID Connect Core §3.1.3.7 rule 7
    public var idTokenAlgorithm: String?
    /// The API that access tokens are for, by its own name (`resource`); `nil` leaves it to the scopes.
    ///
    /// The provider refuses an API that it does not know, and other APIs refuse the tokens. Microsoft's providers name
    /// the API in the scopes, and do not get this. RFC 8707
    public var resource: String?
    /// The registration as it was found by the API's address; `nil` for one that the app brings.
    package var api: APIRegistration?
    /// The app's capabilities beside the standard, by Microsoft's names.
    ///
    /// `cp1` handles claims challenges: tokens then live longer, and an API ends them early with a challenge
    /// (continuous access evaluation). Sign-ins by a page and refreshes state them; device codes and grants of the app
    /// itself do not.
    public var clientCapabilities: [String] = []
    /// Whether access tokens must be bound to a key of the client, so that a stolen one is worth nothing
    /// (`dpop_bound_access_tokens`).
    ///
    /// The library makes a key at each sign-in, keeps it with the account, and proves it with each request; for
    /// tokens without a person, the key stays in memory. A provider that gives an unbound token is refused. An
    /// authorized transport sends the requests, or signs those of another client: the token alone opens nothing.
    /// RFC 9449 §5.2
    public var dpopBoundAccessTokens = false
    /// Whether access tokens must be bound to the client's certificate, so that a stolen one is worth nothing
    /// (`tls_client_certificate_bound_access_tokens`).
    ///
    /// The transport presents the certificate at the provider and at the API: `withSystemTransport(presenting:)`. The
    /// response of a provider does not show the binding, so a provider that does not announce it is refused
    /// (`tokenNotBound`). After another certificate, the API refuses the tokens of the earlier one, and the client
    /// refreshes them. RFC 8705 §3
    public var tlsClientCertificateBoundAccessTokens = false
    /// Whether the client sends authorization requests to the provider itself, so that the browser carries only a name
    /// of the request (`require_pushed_authorization_requests`).
    ///
    /// At a provider that takes no others, the client does so in any case. RFC 9126 §6
    public var requiresPushedAuthorizationRequests = false
    /// The security profile that the registration follows; `nil` for none.
    public internal(set) var profile: SecurityProfile?
    /// The scopes to request at sign-in; with `openid`, which is added automatically except for plain OAuth.
    public private(set) var scopes: ScopeSet

    /// Creates a registration.
    ///
    /// - Parameters:
    ///   - name: The app's own name for it.
    ///   - issuer: The provider's issuer address.
    ///   - metadataURL: Where its metadata is, if not where the standard puts it; at the same host in any case.
    ///   - clientID: The id that the provider gave to the app.
    ///   - authentication: How the app authenticates; an app on a device cannot, and is a public client.
    ///   - redirectURI: Where the response arrives.
    ///   - scopes: The scopes to request at sign-in.
    ///   - idTokenAlgorithm: The algorithm of ID tokens, where the app is registered for one.
    ///   - rules: How the provider departs from the standard.
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

    /// Creates a registration at a provider of plain OAuth 2.
    ///
    /// - Parameters:
    ///   - name: The app's own name for it.
    ///   - provider: The provider.
    ///   - issuer: An address that stands for the provider; accounts are kept under it.
    ///   - clientID: The id that the provider gave to the app.
    ///   - authentication: How the app authenticates.
    ///   - redirectURI: Where the response arrives.
    ///   - scopes: The scopes to request at sign-in; `openid` is not added, since the provider would refuse it.
    ///   - rules: How the provider departs from the standard.
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

    /// Creates a registration at a provider that an API has named; its tokens identify the person only with `openid`.
    init(
        name: String, foundIssuer issuer: URL, clientID: String, authentication: ClientAuthentication,
        redirectURI: RedirectURI, scopes: ScopeSet
    ) {
        self.init(
            name: name, issuer: issuer, clientID: clientID, authentication: authentication, redirectURI: redirectURI,
            scopes: scopes, rules: .ofUnknownProvider)
        self.scopes = scopes
    }

    /// The `resource` of requests to the provider.
    package var sentResource: String? { rules.readsResource ? resource : nil }

    /// Whether sign-ins bring an ID token; a provider issues none without the scope `openid`.
    package var bringsIDToken: Bool { oauthProvider == nil && scopes.contains("openid") }

    /// Whether requests to the provider need a connection with the client's certificate. RFC 8705 §5
    var usesMutualTLS: Bool {
        if case .mutualTLS = authentication { true } else { tlsClientCertificateBoundAccessTokens }
    }

    /// Refuses a provider that does not announce certificate-bound tokens, where the registration asks for them.
    ///
    /// - Throws: ``Refusal`` (`tokenNotBound`).
    func checkCertificateBinding(at provider: ProviderMetadata) throws {
        guard !tlsClientCertificateBoundAccessTokens || provider.bindsTokensToCertificates else {
            throw Refusal(
                .tokenNotBound, "\(provider.issuer) does not say that it binds tokens to certificates; choose DPoP")
        }
    }

    /// Refuses a transport without a certificate, where the registration asks for tokens that are bound to one.
    ///
    /// A provider answers such a request with an unbound token, and nothing in the response tells. RFC 8705 §3.4
    ///
    /// - Throws: ``Refusal`` (`tokenNotBound`).
    func checkCertificate(of transport: any Transport) throws {
        guard !tlsClientCertificateBoundAccessTokens || transport.presentsCertificate else {
            throw Refusal(
                .tokenNotBound,
                "the transport presents no certificate, so the provider could bind no token to it; begin with "
                    + "withSystemTransport(presenting:), or let your own transport say presentsCertificate")
        }
    }

    /// The claims of a request, with the app's capabilities among them.
    package func claims(_ claims: ClaimsRequest?) -> ClaimsRequest? {
        let own = ClaimsRequest(capabilities: clientCapabilities)
        return own?.merging(claims) ?? claims
    }

    /// The same registration with more scopes; its accounts are the same.
    public func asking(for more: ScopeSet) -> ClientRegistration {
        var registration = self
        registration.scopes = scopes.union(more)
        return registration
    }
}
