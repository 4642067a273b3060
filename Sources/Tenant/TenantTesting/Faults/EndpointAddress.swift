// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import OAuth
import TenantAuthorization
import TenantControl
import TenantCustomers
import TenantStandard

/// The endpoint and the directory of a request.
struct EndpointAddress: Sendable {
    let endpoint: FaultRule.Endpoint
    /// The directory in the address; `nil` if the address has none.
    let directory: String?
    /// The user flow's address, for endpoints of user flows.
    let userFlow: UserFlowAddress?

    /// Reads the address of a request; `nil` for paths without a provider, such as the tenant's own API.
    init?(_ request: Request) {
        let query = FormParameters(encoded: request.uri.query ?? "") ?? FormParameters()
        let segments = request.uri.path.split(separator: "/").map { $0.lowercased() }
        guard let first = segments.first, first != "tessera" else { return nil }
        if first == Self.standardName {
            let path = "/" + segments.joined(separator: "/")
            guard let standard = StandardEndpoint.allCases.first(where: { $0.path == path }) else { return nil }
            (endpoint, directory, userFlow) = (standard.named, first, nil)
        } else if let userFlow = UserFlowAddress(path: request.uri.path, query: query) {
            self.userFlow = userFlow
            directory = userFlow.directory
            endpoint = userFlow.endpoint.named
        } else if let endpoint = Self.endpoint(segments) {
            self.endpoint = endpoint
            userFlow = nil
            directory = [.graph, .userInfo].contains(endpoint) ? nil : first
        } else {
            return nil
        }
    }

    /// The name of the standard provider in rules, in the place of a directory.
    static let standardName = String(TenantPath.standardProvider.dropFirst())

    /// Whether the request is for the standard provider.
    var isStandard: Bool { directory == Self.standardName }

    private static func endpoint(_ segments: [String]) -> FaultRule.Endpoint? {
        if ["v1.0", "beta"].contains(segments[0]) { return .graph }
        let path = segments.joined(separator: "/")
        if path == "oidc/userinfo" { return .userInfo }
        if segments.count == 3, segments[1] == "userrealm" { return .userRealm }
        return ends.first { path.hasSuffix("/\($0.end)") }?.endpoint
    }

    /// The path endings of both versions of Entra ID.
    private static let ends: [(end: String, endpoint: FaultRule.Endpoint)] = [
        (".well-known/openid-configuration", .metadata),
        ("discovery/v2.0/keys", .keys), ("discovery/keys", .keys),
        ("oauth2/v2.0/authorize", .authorize), ("oauth2/authorize", .authorize),
        ("oauth2/v2.0/token", .token), ("oauth2/token", .token),
        ("oauth2/v2.0/devicecode", .deviceCode), ("oauth2/devicecode", .deviceCode),
        ("oauth2/v2.0/logout", .logout), ("oauth2/logout", .logout),
        ("discovery/instance", .instanceDiscovery), ("login", .pages), ("consent", .pages),
    ]
}

extension UserFlowAddress.Endpoint {
    fileprivate var named: FaultRule.Endpoint {
        switch self {
        case .authorize: .authorize
        case .token: .token
        case .logout: .logout
        case .deviceCode: .deviceCode
        case .metadata: .metadata
        case .keys: .keys
        case .login, .theme, .logo: .pages
        }
    }
}

extension StandardEndpoint {
    fileprivate var named: FaultRule.Endpoint {
        switch self {
        case .metadata: .metadata
        case .keys: .keys
        case .authorization: .authorize
        case .login, .consent, .device: .pages
        case .deviceAuthorization: .deviceCode
        case .pushedRequest: .pushedRequest
        case .token: .token
        case .userInfo: .userInfo
        case .revocation: .revocation
        case .introspection: .introspection
        case .endSession, .endSessionConfirmation: .logout
        }
    }
}
