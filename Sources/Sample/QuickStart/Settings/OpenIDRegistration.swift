// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import MicrosoftIdentity
public import PortableFoundation
public import SignIn

/// A registration at an OpenID provider, from a settings file or a command line.
public struct OpenIDRegistration: Sendable, Hashable, Codable {
    /// The client authentication methods by their names in settings. OpenID Connect Core §9
    public enum Authentication: String, Sendable, CaseIterable {
        /// `client_secret_basic`, the standard's default
        case basic
        /// `client_secret_post`
        case post
        /// A public client has no secret.
        case none

        /// The method for the secret; `nil` without a secret.
        public var secretMethod: ClientAuthentication.SecretMethod? {
            switch self {
            case .basic: .basic
            case .post: .post
            case .none: nil
            }
        }
    }

    /// The name under which accounts are stored.
    public let name: String
    /// The issuer, exactly as in its metadata.
    public let issuer: URL
    /// The client ID that the provider assigned.
    public let clientID: String
    /// The registered redirect URI.
    public let redirectURI: RedirectURI
    /// The scopes of a sign-in.
    public var scopes: ScopeSet
    /// The method for the secret; `nil` for the provider's default.
    public let secretMethod: ClientAuthentication.SecretMethod?
    /// The client secret; `nil` for a public client.
    public let secret: Redacted<String>?

    /// Creates a registration; `secret` is `nil` for a public client.
    public init(
        name: String, issuer: URL, clientID: String, redirectURI: RedirectURI, scopes: ScopeSet,
        secretMethod: ClientAuthentication.SecretMethod? = nil, secret: Redacted<String>? = nil
    ) {
        self.name = name
        self.issuer = issuer
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.scopes = scopes
        self.secretMethod = secretMethod
        self.secret = secret
    }

    /// Whether two registrations share accounts, which belong to an issuer and a client ID.
    public func isSameClient(as other: OpenIDRegistration) -> Bool {
        issuer == other.issuer && clientID == other.clientID
    }

    var client: ClientRegistration {
        let authentication = ClientAuthentication(secret: secret?.revealed, by: secretMethod)
        if let authority = try? Self.authority(of: issuer) {
            return ClientRegistration(
                name: name, authority: authority, clientID: clientID, authentication: authentication,
                redirectURI: redirectURI, scopes: scopes)
        }
        return ClientRegistration(
            name: name, issuer: issuer, clientID: clientID, authentication: authentication,
            redirectURI: redirectURI, scopes: scopes)
    }

    /// Parses an issuer: a URL without a query, with HTTPS except on this machine.
    ///
    /// - Throws: ``Refusal`` (`registrationMalformed`, `addressInsecure`). OpenID Connect Discovery 1.0 §3
    public static func issuer(_ text: String) throws(Refusal) -> URL {
        guard let url = URL(string: text), let origin = Origin(url), url.query() == nil, url.fragment() == nil else {
            throw Refusal(
                .registrationMalformed, "the issuer must be a URL such as https://accounts.example.com")
        }
        guard origin.isSecure else {
            throw Refusal(
                .addressInsecure, "the issuer \(text) must begin with https://; plain http is only for this machine")
        }
        let wellKnown = "/.well-known/openid-configuration"
        guard !text.hasSuffix(wellKnown) else {
            throw Refusal(
                .registrationMalformed,
                "that is the metadata URL; the issuer is \(text.dropLast(wellKnown.count))")
        }
        _ = try authority(of: url)
        return url
    }

    /// Parses a redirect URI, which must be absolute and without a fragment. RFC 6749 §3.1.2
    public static func redirectURI(_ text: String) -> RedirectURI? { SettingsValue.redirectURI(text) }

    private static func authority(of issuer: URL) throws(Refusal) -> Authority? {
        let host = Origin(issuer)?.host ?? ""
        guard Cloud(host: host) != nil || [".ciamlogin.com", ".b2clogin.com"].contains(where: host.hasSuffix) else {
            return nil
        }
        return try Authority(issuer.absoluteString)
    }
}
