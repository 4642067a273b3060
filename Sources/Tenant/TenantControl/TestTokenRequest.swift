// SPDX-License-Identifier: Apache-2.0
public import JSONWebSignatures

/// A test's request for a token, without any sign-in.
///
/// The tenant issues the token as if the person had signed in, and had consented to all of the token's permissions.
///
/// ```swift
/// let request = TestTokenRequest(
///     person: tenant.person.username, api: "api://tasks", scopes: ["Tasks.ReadWrite"])
/// let token = try await tenant.token(request)
/// let caller = try await protection.caller(of: [.authorization: "Bearer \(token.revealed)"])
/// ```
///
/// Any JSON value can take the place of a claim:
///
/// ```swift
/// let groups: JSONValue = ["sales", "support"]
/// let request = TestTokenRequest(.id, person: tenant.person.id, claims: ["groups": groups, "level": 3])
/// let token = try await tenant.token(request)
/// ```
public struct TestTokenRequest: Sendable, Hashable, Codable {
    /// The kind of the token.
    public enum Use: String, Sendable, Codable, CaseIterable {
        /// An access token, for an API.
        case access
        /// An ID token, for the app that signed in a person.
        case id

        /// Decodes a name; the error for an unknown name lists the known ones.
        public init(from decoder: any Decoder) throws { self = try Self.known(by: decoder) }
    }

    /// A day: the longest lifetime of a token, which limits how long a retired key stays published.
    package static let longestLifetime: Double = 86_400

    /// The kind of token; by default an access token.
    public var use: Use?
    /// The person's ID or user name, or a customer's email address; `nil` for an app that acts for itself.
    public var person: String?
    /// The client ID of the app that gets the token; by default a sample app for people, customers, or apps.
    public var clientID: String?
    /// The API, by client ID or URI; by default Microsoft Graph, or the task API for a customer.
    public var api: String?
    /// The permissions, by their names at the API, separated by spaces. RFC 6749 §3.3
    public var scope: String?
    /// The roles.
    public var roles: [String]?
    /// The version of an access token, 1 or 2; by default the API's registered version.
    public var version: Int?
    /// The user flow of a customer.
    public var userFlow: String?
    /// The `nonce` of an ID token.
    public var nonce: String?
    /// The lifetime in seconds, at most one day.
    public var lifetime: Int?
    /// Claims to add or to replace.
    public var claims: [String: JSONValue]?
    /// The defect of the token; `nil` for a valid token.
    public var broken: TokenDefect?

    package var scopes: [String]? { scope.map { $0.split(separator: " ").map(String.init) } }

    private enum CodingKeys: String, CodingKey {
        case use, person, api, scope, roles, version, userFlow, nonce, lifetime, claims, broken
        case clientID = "clientId"
    }

    /// Creates a request.
    public init(
        _ use: Use? = nil, person: String? = nil, clientID: String? = nil, api: String? = nil,
        scopes: [String]? = nil, roles: [String]? = nil, version: Int? = nil, userFlow: String? = nil,
        nonce: String? = nil, lifetime: Int? = nil, claims: [String: JSONValue]? = nil, broken: TokenDefect? = nil
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

/// A token for a test.
///
/// ```swift
/// let request = try JSONEncoder().encode(TestTokenRequest(person: tenant.person.username))
/// let content = try await tenant.administration.send("POST", "tokens", request)
/// let token = Redacted(try JSONDecoder().decode(TestTokenReply.self, from: content).token)
/// ```
public struct TestTokenReply: Sendable, Hashable, Codable {
    /// The token.
    public let token: String

    package init(token: String) { self.token = token }
}
