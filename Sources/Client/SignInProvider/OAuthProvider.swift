// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPTransport
import OAuthMessages
public import PortableFoundation

/// A plain OAuth 2 provider, which publishes no metadata and issues no ID tokens.
///
/// Only the connection protects its responses, because nothing is signed. Prefer OpenID Connect where a provider offers
/// it.
///
/// ```swift
/// let provider = OAuthProvider(
///     authorizationEndpoint: github.authorize,  // https://github.com/login/oauth/authorize
///     tokenEndpoint: github.token,  // https://github.com/login/oauth/access_token
///     profileEndpoint: github.user, subject: "id", username: "login")
/// let code = ClientRegistration(
///     name: "code", oauthProvider: provider, issuer: github.site, clientID: "your client id",
///     authentication: ClientAuthentication(secret: secret), redirectURI: redirectURI, scopes: ["read:user"])
/// ```
///
/// RFC 6749
public struct OAuthProvider: Sendable, Hashable {
    /// The URL where users sign in.
    public var authorizationEndpoint: URL
    /// The URL where the client redeems codes and refresh tokens.
    public var tokenEndpoint: URL
    /// The device authorization endpoint, if the provider has one. RFC 8628
    public var deviceAuthorizationEndpoint: URL?
    /// The revocation endpoint, if the provider has one. RFC 7009
    public var revocationEndpoint: URL?
    package let profile: ProfileEndpoint

    /// Creates a description.
    ///
    /// `profileEndpoint` returns a JSON object about the user for an access token. Its member `subject` permanently
    /// identifies the user: an ID as text or an integer, never a name. `name` and `username` are the members with the
    /// user's name and the name that they sign in with; `nil` for `name` and `preferred_username`.
    public init(
        authorizationEndpoint: URL, tokenEndpoint: URL, deviceAuthorizationEndpoint: URL? = nil,
        revocationEndpoint: URL? = nil, profileEndpoint: URL, subject: String, name: String? = nil,
        username: String? = nil
    ) {
        self.authorizationEndpoint = authorizationEndpoint
        self.tokenEndpoint = tokenEndpoint
        self.deviceAuthorizationEndpoint = deviceAuthorizationEndpoint
        self.revocationEndpoint = revocationEndpoint
        profile = ProfileEndpoint(profileEndpoint, subject: subject, name: name, username: username)
    }
}

/// The request that identifies the user at a provider without ID tokens.
package struct ProfileEndpoint: Sendable, Hashable {
    /// Returns one JSON object for an access token.
    package var endpoint: URL
    /// The member with the user's permanent and unique ID, a string or an integer.
    package var subject: String
    /// `nil` for `name`.
    package var name: String?
    /// The member with the name that the user signs in with; `nil` for `preferred_username`.
    package var username: String?

    package init(_ endpoint: URL, subject: String, name: String? = nil, username: String? = nil) {
        self.endpoint = endpoint
        self.subject = subject
        self.name = name
        self.username = username
    }

    package func identity(
        with accessToken: PresentableToken, issuer: String, rules: ProviderRules, over transport: any Transport,
        now: Date
    ) async throws -> Identity {
        var request = HTTPRequest(url: endpoint)
        request.headerFields[.accept] = "application/json"
        let response = try await accessToken.send(request, over: transport)
        return try rules.explaining(from: endpoint, retryingAfter: response.retryAfter(now: now)) {
            try identity(status: response.status.code, body: response.body, issuer: issuer)
        }
    }

    package func identity(status: Int, body: Data, issuer: String) throws -> Identity {
        guard status == 200 else { throw ServerError(status: status, body: body) }
        guard body.count <= UserInfoResponse.maximumByteCount,
            let profile = try? Claims(payload: Array(ForeignJSON.withoutMark(body))),
            let identifier = Self.identifier(profile[subject]), (1...255).contains(identifier.utf8.count)
        else {
            throw Refusal(
                .profileMalformed,
                "\(endpoint.withoutQueryAndFragment) does not identify the user (\(subject)); check the settings of the provider"
            )
        }
        var claims = profile.values
        claims["sub"] = .string(identifier)
        if let name { claims["name"] = profile[name] }
        if let username { claims["preferred_username"] = profile[username] }
        return Identity(issuer: issuer, subject: identifier, claims: Claims(claims))
    }

    /// A rounded number could be another user's ID.
    private static func identifier(_ value: JSONValue?) -> String? {
        value?.string
            ?? value?.double.flatMap { Int(exactly: $0) }.flatMap { $0.magnitude < 1 << 53 ? String($0) : nil }
    }
}
