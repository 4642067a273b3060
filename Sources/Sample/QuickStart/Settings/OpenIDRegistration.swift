// SPDX-License-Identifier: Apache-2.0
package import Foundation
import MicrosoftIdentity
package import SignIn

/// A registration of the app at an OpenID provider, from a settings file or a command line.
package struct OpenIDRegistration: Sendable, Hashable, Codable {
    /// The names in settings for the client's authentication method. OpenID Connect Core §9
    package enum Authentication: String, Sendable, CaseIterable {
        /// As HTTP Basic (`client_secret_basic`), the standard's default.
        case basic
        /// In the form (`client_secret_post`).
        case post
        /// A public client has no secret.
        case none

        /// The method of the secret; `nil` without a secret.
        package var secretMethod: ClientAuthentication.SecretMethod? {
            switch self {
            case .basic: .basic
            case .post: .post
            case .none: nil
            }
        }
    }

    /// The name under which accounts are stored.
    package let name: String
    package let issuer: URL
    package let clientID: String
    package let redirectURI: RedirectURI
    package var scopes: ScopeSet
    /// The method of the secret; `nil` for the provider's default.
    package let secretMethod: ClientAuthentication.SecretMethod?
    /// The client secret; `nil` for a public client.
    package let secret: Redacted<String>?

    package init(
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

    /// Whether both registrations share accounts, which belong to an issuer and a client id.
    package func isSameClient(as other: OpenIDRegistration) -> Bool {
        issuer == other.issuer && clientID == other.clientID
    }

    /// The registration for a sign-in; issuers of Microsoft get Microsoft's rules.
    var client: ClientRegistration {
        if let authority = try? Self.authority(of: issuer) {
            return ClientRegistration(
                name: name, authority: authority, clientID: clientID, authentication: clientAuthentication,
                redirectURI: redirectURI, scopes: scopes)
        }
        return ClientRegistration(
            name: name, issuer: issuer, clientID: clientID, authentication: clientAuthentication,
            redirectURI: redirectURI, scopes: scopes)
    }

    private var clientAuthentication: ClientAuthentication {
        ClientAuthentication(secret: secret?.revealed, by: secretMethod)
    }

    /// Reads an issuer: an address without a query, with https except on this machine.
    ///
    /// - Throws: ``Refusal`` (`registrationMalformed`, `addressInsecure`) with the remedy.
    ///
    /// OpenID Connect Discovery 1.0 §3
    package static func issuer(_ text: String) throws(Refusal) -> URL {
        guard let url = URL(string: text), url.host()?.isEmpty == false, url.query() == nil, url.fragment() == nil,
            url.user() == nil
        else {
            throw Refusal(
                .registrationMalformed, "the issuer must be an address such as https://accounts.example.com")
        }
        guard SettingsValue.isSecure(url) else {
            throw Refusal(
                .addressInsecure, "the issuer \(text) must begin with https://; plain http is for this machine only")
        }
        let wellKnown = "/.well-known/openid-configuration"
        guard !text.hasSuffix(wellKnown) else {
            throw Refusal(
                .registrationMalformed,
                "that is the address of metadata; the issuer is \(text.dropLast(wellKnown.count))")
        }
        _ = try authority(of: url)
        return url
    }

    /// Reads a redirect URI, which must be absolute and without a fragment. RFC 6749 §3.1.2
    package static func redirectURI(_ text: String) -> RedirectURI? { SettingsValue.redirectURI(text) }

    /// The authority of an issuer at one of Microsoft's hosts; `nil` for another provider.
    private static func authority(of issuer: URL) throws(Refusal) -> Authority? {
        let host = issuer.host()?.lowercased() ?? ""
        guard Cloud(host: host) != nil || [".ciamlogin.com", ".b2clogin.com"].contains(where: host.hasSuffix) else {
            return nil
        }
        return try Authority(issuer.absoluteString)
    }
}

extension OpenIDRegistration {
    private enum CodingKeys: CodingKey { case name, issuer, clientID, redirectURI, scopes, secretMethod, secret }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let redirect = try values.decode(String.self, forKey: .redirectURI)
        guard let redirectURI = RedirectURI(redirect) else {
            throw DecodingError.dataCorruptedError(forKey: .redirectURI, in: values, debugDescription: redirect)
        }
        let method = try values.decodeIfPresent(String.self, forKey: .secretMethod)
        self.init(
            name: try values.decode(String.self, forKey: .name), issuer: try values.decode(URL.self, forKey: .issuer),
            clientID: try values.decode(String.self, forKey: .clientID), redirectURI: redirectURI,
            scopes: try values.decode(ScopeSet.self, forKey: .scopes),
            secretMethod: try method.map {
                guard let method = ClientAuthentication.SecretMethod(rawValue: $0) else {
                    throw DecodingError.dataCorruptedError(forKey: .secretMethod, in: values, debugDescription: $0)
                }
                return method
            },
            secret: try values.decodeIfPresent(Redacted<String>.self, forKey: .secret))
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        try values.encode(issuer, forKey: .issuer)
        try values.encode(clientID, forKey: .clientID)
        try values.encode(redirectURI.text, forKey: .redirectURI)
        try values.encode(scopes, forKey: .scopes)
        try values.encodeIfPresent(secretMethod?.rawValue, forKey: .secretMethod)
        try values.encodeIfPresent(secret, forKey: .secret)
    }
}
