// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import PortableFoundation
public import SignIn

extension Settings {
    /// Creates settings for an OpenID provider, without an API.
    public init(_ registration: OpenIDRegistration) {
        self.init(.openID, registration.client, signInPages: SignInPages([]))
    }

    /// Creates settings for an API that was discovered by its URL.
    public init(ofAPI registration: ClientRegistration) {
        self.init(.openID, registration, signInPages: SignInPages([]))
    }

    init?(openID reader: inout SettingsReader) {
        let issuer = reader.value(
            "issuer", "an address such as https://accounts.example.com", readingOrSaying: OpenIDRegistration.issuer)
        let clientID = reader.value("clientId", SettingsValue.clientIDRemedy, SettingsValue.word)
        let redirectURI = reader.value("redirectUri", SettingsValue.redirectRemedy, SettingsValue.redirectURI)
        let scopes = reader.value(
            "scopes", "permissions such as openid profile email offline_access", SettingsValue.scopes)
        let secret = reader.optional("secret")
        let secretMethod = reader.secretMethod(hasSecret: secret != nil)
        let group = reader.accountGroup()
        guard reader.problems.isEmpty, let issuer, let clientID, let redirectURI, let scopes else { return nil }
        self.init(
            OpenIDRegistration(
                name: Origin(issuer)?.host ?? issuer.absoluteString, issuer: issuer, clientID: clientID,
                redirectURI: redirectURI, scopes: scopes, secretMethod: secretMethod,
                secret: secret.map { Redacted($0) }))
        accountGroup = group
    }
}

extension SettingsReader {
    fileprivate mutating func secretMethod(hasSecret: Bool) -> ClientAuthentication.SecretMethod? {
        guard let text = optional("clientAuthentication") else { return nil }
        guard let authentication = OpenIDRegistration.Authentication(rawValue: text) else {
            note("clientAuthentication", "must be basic, post, or none")
            return nil
        }
        if hasSecret != (authentication != .none) {
            note(
                "clientAuthentication",
                hasSecret ? "is none, but there is a secret; remove one of them" : "needs a secret")
        }
        return authentication.secretMethod
    }
}
