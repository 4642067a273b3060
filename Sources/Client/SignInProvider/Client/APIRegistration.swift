// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
package import PortableFoundation

package struct APIRegistration: Sendable, Hashable, Codable {
    /// The API's identifier, to which the tokens are bound. RFC 9728 §2, RFC 8707 §2
    package let resource: String
    /// The provider that assigned the client ID, and the only one that receives it.
    package let issuer: URL
    package let client: RegisteredClient
    /// Includes the port for which the client is registered.
    package let redirectURI: RedirectURI
    package let scopes: ScopeSet
    /// Whether the API was found on a local network, so that its provider may be there too; `nil` means no.
    package let isLocal: Bool?
    /// The hosts of the sign-in page and of the token endpoint that the user approved; `nil` for the issuer's own.
    package let signInHost, tokenHost: String?

    package init(
        resource: String, issuer: URL, client: RegisteredClient, redirectURI: RedirectURI, scopes: ScopeSet,
        isLocal: Bool? = nil, signInHost: String? = nil, tokenHost: String? = nil
    ) {
        self.resource = resource
        self.issuer = issuer
        self.client = client
        self.redirectURI = redirectURI
        self.scopes = scopes
        self.isLocal = isLocal
        (self.signInHost, self.tokenHost) = (signInHost, tokenHost)
    }
}

package struct RegisteredClient: Sendable, Hashable, Codable {
    /// The ID that the provider assigned, or the URL of the client's metadata document.
    package let id: String
    package var secret: Redacted<String>?
    /// `nil` leaves the choice to the provider's metadata.
    package var secretMethod: ClientAuthentication.SecretMethod?
    /// `nil` for a secret that does not expire. RFC 7591 §3.2.1
    package var secretExpiresAt: Date?

    package init(
        id: String, secret: Redacted<String>? = nil, secretMethod: ClientAuthentication.SecretMethod? = nil,
        secretExpiresAt: Date? = nil
    ) {
        self.id = id
        self.secret = secret
        self.secretMethod = secretMethod
        self.secretExpiresAt = secretExpiresAt
    }

    var authentication: ClientAuthentication { secret.map { .secret($0, by: secretMethod) } ?? .none }
}

extension ClientRegistration {
    package init(_ api: APIRegistration) {
        self.init(
            name: api.resource, foundIssuer: api.issuer, clientID: api.client.id,
            authentication: api.client.authentication, redirectURI: api.redirectURI, scopes: api.scopes)
        resource = api.resource
        self.api = api
    }

    /// The only network to which requests to the provider may go, so that an API on the internet cannot name a provider
    /// on a private network; `nil` for any.
    package var reach: NetworkReach? { api.flatMap { $0.isLocal == true ? nil : .global } }
}
