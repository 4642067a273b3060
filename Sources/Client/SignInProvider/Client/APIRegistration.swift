// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
package import PortableFoundation

/// A client's registration for one API that was found by its address; an account keeps it beside the tokens.
package struct APIRegistration: Sendable, Hashable, Codable {
    /// The API's own name for itself, to which the tokens are bound. RFC 9728 §2, RFC 8707 §2
    package let resource: String
    /// The provider of the API's tokens; the client has its id from no other.
    package let issuer: URL
    /// The client, as the provider knows it.
    package let client: RegisteredClient
    /// The address that receives the response, with the port for which the client is registered.
    package let redirectURI: RedirectURI
    /// The requested scopes.
    package let scopes: ScopeSet
    /// Whether the API was found in a network of this machine, so that its provider may be there too.
    ///
    /// `nil` counts as no.
    package let isLocal: Bool?
    /// The host of the provider's page, and the one that gives tokens, to which the person agreed; `nil` for the
    /// issuer's own.
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

/// A client's id at one provider, and its secret if it has one.
package struct RegisteredClient: Sendable, Hashable, Codable {
    /// The id that the provider gave, or the address of the client's metadata document.
    package let id: String
    /// The secret; `nil` for a public client.
    package var secret: Redacted<String>?
    /// How the client sends the secret; `nil` leaves it to the provider's metadata.
    package var secretMethod: ClientAuthentication.SecretMethod?
    /// When the secret ends; `nil` if it does not. RFC 7591 §3.2.1
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

    /// How the client authenticates.
    var authentication: ClientAuthentication { secret.map { .secret($0, by: secretMethod) } ?? .none }
}

extension ClientRegistration {
    /// The registration for an API that was found by its address.
    package init(_ api: APIRegistration) {
        self.init(
            name: api.resource, foundIssuer: api.issuer, clientID: api.client.id,
            authentication: api.client.authentication, redirectURI: api.redirectURI, scopes: api.scopes)
        resource = api.resource
        self.api = api
    }

    /// The only network to which requests to the provider may go; `nil` for any.
    ///
    /// An API on the internet has named the provider, and must not lead the client elsewhere.
    package var reach: NetworkReach? { api.flatMap { $0.isLocal == true ? nil : .global } }
}
