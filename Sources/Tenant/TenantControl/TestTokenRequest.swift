// SPDX-License-Identifier: Apache-2.0

/// A token that a test asks for, without any sign-in.
///
/// It is made as the token of a sign-in is, and is a token of somebody who consented to everything in it.
public struct TestTokenRequest: Sendable, Hashable, Codable {
    /// What it is for.
    public enum Use: String, Sendable, Codable, CaseIterable {
        /// For an API.
        case access
        /// For the app that signed somebody in.
        case id

        /// Reads a name; the error of an unknown one says which are known.
        public init(from decoder: any Decoder) throws { self = try Self.known(by: decoder) }
    }

    /// A day: no token lives longer, so that keys need not be published for longer after they signed last.
    package static let longestLifetime: Double = 86_400

    /// What it is for; an access token if it is not said.
    public var use: Use?
    /// Who signed in, by id or user name, or a customer's e-mail address; nobody where an app asks for itself.
    public var person: String?
    /// The app that holds it, by client id; the first sample app of the directory if it is not said.
    public var clientID: String?
    /// The API that it is for, by client id or URI; Microsoft Graph, or the customers' task API, if it is not said.
    public var api: String?
    /// The permissions in it, by their names at the API, with spaces between. RFC 6749 §3.3
    public var scope: String?
    /// The roles in it.
    public var roles: [String]?
    /// The form of an access token, 1 or 2; the one that the API registered for if it is not said.
    public var version: Int?
    /// The user flow that a customer came by.
    public var userFlow: String?
    /// The `nonce` of an ID token.
    public var nonce: String?
    /// Seconds; up to a day.
    public var lifetime: Int?
    /// Claims that it says besides, or instead.
    public var claims: [String: JSONContent]?
    /// What is wrong with it.
    public var broken: TokenDefect?

    /// The permissions one by one; `nil` where the request names none.
    package var scopes: [String]? { scope.map { $0.split(separator: " ").map(String.init) } }

    private enum CodingKeys: String, CodingKey {
        case use, person, api, scope, roles, version, userFlow, nonce, lifetime, claims, broken
        case clientID = "clientId"
    }

    /// Creates a request.
    public init(
        _ use: Use? = nil, person: String? = nil, clientID: String? = nil, api: String? = nil,
        scopes: [String]? = nil, roles: [String]? = nil, version: Int? = nil, userFlow: String? = nil,
        nonce: String? = nil, lifetime: Int? = nil, claims: [String: JSONContent]? = nil, broken: TokenDefect? = nil
    ) {
        self.use = use
        self.person = person
        self.clientID = clientID
        self.api = api
        scope = scopes?.joined(separator: " ")
        self.roles = roles
        self.version = version
        self.userFlow = userFlow
        self.nonce = nonce
        self.lifetime = lifetime
        self.claims = claims
        self.broken = broken
    }
}

/// A token that was made for a test.
public struct TestTokenReply: Sendable, Hashable, Codable {
    /// The token.
    public let token: String

    package init(token: String) { self.token = token }
}
