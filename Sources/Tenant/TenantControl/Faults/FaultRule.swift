// SPDX-License-Identifier: Apache-2.0

/// A rule that makes a provider fail.
///
/// `nil` matches every request. Rules are deterministic, so test runs are reproducible.
///
/// ```swift
/// let rule = FaultRule(
///     .failure(.serviceUnavailable), at: .token, grantType: "refresh_token", after: 1, next: 2)
/// try await tenant.inject(rule)
/// ```
public struct FaultRule: Sendable, Hashable, Codable {
    /// An endpoint of the tenant.
    public enum Endpoint: String, Sendable, Codable, CaseIterable {
        /// OpenID Connect Discovery §4.
        case metadata
        /// RFC 7517 §5.
        case keys
        /// RFC 6749 §3.1.
        case authorize
        /// The sign-in pages after the authorization request.
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
        /// Entra ID's list of clouds: `/common/discovery/instance`.
        case instanceDiscovery = "instance"
        /// Entra ID's user realm, by user name: `/common/userrealm/{name}`.
        case userRealm = "userrealm"
        /// RFC 9126 §2, at the standard provider.
        case pushedRequest = "par"
        /// RFC 7009 §2, at the standard provider.
        case revocation = "revoke"
        /// RFC 7662 §2, at the standard provider.
        case introspection = "introspect"
        /// RFC 7591 §3, at the standard provider.
        case registration = "register"

        /// Decodes a name; the error for an unknown name lists the known ones.
        public init(from decoder: any Decoder) throws { self = try Self.known(by: decoder) }
    }

    /// The fault.
    public var fault: Fault
    /// The endpoint; `nil` for the fault's default endpoints.
    public var endpoint: Endpoint?
    /// The directory to match, by ID or domain; `op` for the standard provider.
    public var directory: String?
    /// The user flow to match.
    public var userFlow: String?
    /// The client to match.
    public var clientID: String?
    /// The person to match, by ID or user name.
    public var person: String?
    /// The grant type of token requests to match.
    public var grantType: String?
    /// The number of matching requests that succeed first.
    public var after: Int?
    /// The number of requests that then fail; `nil` for all.
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
        (self.fault, self.endpoint, self.directory) = (fault, endpoint, directory)
        (self.userFlow, self.clientID, self.person) = (userFlow, clientID, person)
        (self.grantType, self.after, self.next) = (grantType, after, next)
    }
}

/// A stored rule.
///
/// ```swift
/// let report = try await tenant.inject(.drop, at: .keys)
/// _ = try? await flow.signIn(with: agent)
/// #expect(try await tenant.faults().first { $0.id == report.id }?.hits ?? 0 > 0)
/// ```
public struct FaultReport: Sendable, Hashable, Codable {
    /// The rule's number.
    public let id: Int64
    /// The rule.
    public let rule: FaultRule
    /// The number of requests that the rule made fail.
    public let hits: Int

    package init(id: Int64, rule: FaultRule, hits: Int) { (self.id, self.rule, self.hits) = (id, rule, hits) }
}

/// All rules, oldest first.
///
/// ```swift
/// let content = try await tenant.administration.send("GET", "faults")
/// let list = try JSONDecoder().decode(FaultList.self, from: content)
/// #expect(list.faults.isEmpty)
/// ```
public struct FaultList: Sendable, Hashable, Codable {
    /// The rules.
    public let faults: [FaultReport]

    package init(faults: [FaultReport]) { self.faults = faults }
}
