// SPDX-License-Identifier: Apache-2.0

/// A request of a test for a token, without any sign-in.
///
/// The tenant makes the token as in a sign-in of a person who consented to all permissions in it.
///
/// ```swift
/// let request = TestTokenRequest(
///     person: tenant.person.username, api: "api://tasks", scopes: ["Tasks.ReadWrite"])
/// let token = try await tenant.token(request)
/// let caller = try await protection.caller(of: [.authorization: "Bearer \(token.revealed)"])
/// ```
public struct TestTokenRequest: Sendable, Hashable, Codable {
    /// The kind of the token.
    public enum Use: String, Sendable, Codable, CaseIterable {
        /// An access token, for an API.
        case access
        /// An ID token, for the app that signed a person in.
        case id

        /// Reads a name; the error for an unknown name lists the known ones.
        public init(from decoder: any Decoder) throws { self = try Self.known(by: decoder) }
    }

    /// A day: the longest lifetime of a token, which limits how long a retired key stays published.
    package static let longestLifetime: Double = 86_400

    /// The kind of the token; the default is an access token.
    public var use: Use?
    /// The person, by id or user name, or a customer's e-mail address; `nil` for an app that acts for itself.
    public var person: String?
    /// The client id of the app that holds it; the default is a sample app for people, customers or apps.
    public var clientID: String?
    /// The API, by client id or URI; the default is Microsoft Graph, or the task API for a customer.
    public var api: String?
    /// The permissions in it, by their names at the API, separated by spaces. RFC 6749 §3.3
    public var scope: String?
    /// The roles in it.
    public var roles: [String]?
    /// The version of an access token, 1 or 2; the default is the API's registered version.
    public var version: Int?
    /// The user flow of a customer.
    public var userFlow: String?
    /// The `nonce` of an ID token.
    public var nonce: String?
    /// The lifetime in seconds; up to a day.
    public var lifetime: Int?
    /// Claims to add or to replace.
    public var claims: [String: JSONContent]?
    /// The defect of the token; `nil` for a valid token.
    public var broken: TokenDefect?

    /// The permissions as a list; `nil` if the request names none.
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

/// The token for a test.
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
