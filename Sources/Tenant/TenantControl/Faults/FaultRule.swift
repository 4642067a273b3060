// SPDX-License-Identifier: Apache-2.0

/// When a provider is to fail, and how.
///
/// What is `nil` matches everything. Nothing here is left to chance, so that runs repeat.
public struct FaultRule: Sendable, Hashable, Codable {
    /// An endpoint of the tenant.
    public enum Endpoint: String, Sendable, Codable, CaseIterable {
        /// OpenID Connect Discovery §4.
        case metadata
        /// RFC 7517 §5.
        case keys
        /// RFC 6749 §3.1.
        case authorize
        /// The pages of the sign-in behind it.
        case pages
        /// RFC 6749 §3.2.
        case token
        /// RFC 8628 §3.1.
        case deviceCode = "devicecode"
        /// OpenID Connect RP-Initiated Logout §2.
        case logout
        /// OpenID Connect Core §5.3.
        case userInfo = "userinfo"
        /// Microsoft Graph.
        case graph
        /// The list of the clouds of Entra ID: `/common/discovery/instance`.
        case instanceDiscovery = "instance"
        /// What Entra ID says about a user name: `/common/userrealm/{name}`.
        case userRealm = "userrealm"
        /// RFC 9126 §2, at the standard provider.
        case pushedRequest = "par"
        /// RFC 7009 §2, at the standard provider.
        case revocation = "revoke"
        /// RFC 7662 §2, at the standard provider.
        case introspection = "introspect"

        /// Reads a name; the error of an unknown one says which are known.
        public init(from decoder: any Decoder) throws { self = try Self.known(by: decoder) }
    }

    /// How it fails.
    public var fault: Fault
    /// Where; those that the fault is about if none is named.
    public var endpoint: Endpoint?
    /// For requests to this directory only, by id or domain; `op` stands for the standard provider.
    public var directory: String?
    /// For requests to this user flow only.
    public var userFlow: String?
    /// For requests of this client only.
    public var clientID: String?
    /// For requests about this person only, by id or user name.
    public var person: String?
    /// For token requests of this grant type only.
    public var grantType: String?
    /// How many requests pass first.
    public var after: Int?
    /// How many requests fail then; all of them if it is not said.
    public var next: Int?

    private enum CodingKeys: String, CodingKey {
        case fault, endpoint, directory, userFlow, person, grantType, after, next
        case clientID = "clientId"
    }

    /// Creates a rule.
    public init(
        _ fault: Fault, at endpoint: Endpoint? = nil, directory: String? = nil, userFlow: String? = nil,
        clientID: String? = nil, person: String? = nil, grantType: String? = nil, after: Int? = nil, next: Int? = nil
    ) {
        self.fault = fault
        self.endpoint = endpoint
        self.directory = directory
        self.userFlow = userFlow
        self.clientID = clientID
        self.person = person
        self.grantType = grantType
        self.after = after
        self.next = next
    }
}

/// A rule as the tenant keeps it.
public struct FaultReport: Sendable, Hashable, Codable {
    /// The rule's number.
    public let id: Int64
    /// The rule.
    public let rule: FaultRule
    /// How many requests failed by it.
    public let hits: Int

    package init(id: Int64, rule: FaultRule, hits: Int) {
        self.id = id
        self.rule = rule
        self.hits = hits
    }
}

/// All rules, the oldest first.
public struct FaultList: Sendable, Hashable, Codable {
    /// The rules.
    public let faults: [FaultReport]

    package init(faults: [FaultReport]) { self.faults = faults }
}
