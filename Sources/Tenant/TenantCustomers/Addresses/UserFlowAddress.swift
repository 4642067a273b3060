// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
package import TenantDirectory

/// The directory, flow, and endpoint of a path, in one of the forms that the services have used.
///
/// Empty segments are ignored: the sample app of 2016 writes `//` after the host.
package struct UserFlowAddress: Sendable, Hashable {
    package enum Endpoint: String, Sendable, CaseIterable {
        case authorize = "oauth2/v2.0/authorize"
        case token = "oauth2/v2.0/token"
        case logout = "oauth2/v2.0/logout"
        /// Only External ID has it.
        case deviceCode = "oauth2/v2.0/devicecode"
        case metadata = "v2.0/.well-known/openid-configuration"
        case keys = "discovery/v2.0/keys"
        case login = "login"
        case theme = "theme.css"
        case logo = "logo"
    }

    package enum Shape: Sendable, Hashable {
        /// `/{directory}/{flow}/…`, the currently documented form.
        case path
        /// `/{directory}/…?p={flow}`, the oldest form.
        case query
        /// `/tfp/{directory}/{flow}/…`; the issuer also contains the flow.
        case trustFramework
        /// `/te/{directory}/{flow}/…`, used between the other two forms.
        case trustEngine
        /// `/{directory}/…` of External ID and Entra ID; the app determines the flow.
        case withoutFlow
    }

    package let directory: String
    package let endpoint: Endpoint
    package let shape: Shape
    package let flowNames: [String]

    /// Returns `nil` without a flow: such paths belong to Entra ID.
    package init?(path: String, query: FormParameters) {
        self.init(path: path, names: query.all("p"), otherwise: .query)
        guard !flowNames.isEmpty, endpoint != .deviceCode else { return nil }
    }

    package init?(withoutFlow path: String) {
        self.init(path: path, names: [], otherwise: .withoutFlow)
        guard shape == .withoutFlow, !endpoint.isLook else { return nil }
    }

    private init?(path: String, names: [String], otherwise: Shape) {
        var segments = path.split(separator: "/").map(String.init)
        let prefix = Self.prefixes[segments.first?.lowercased() ?? ""]
        if prefix != nil { segments.removeFirst() }
        guard let (endpoint, end) = Endpoint.ends.first(where: { segments.ends(with: $0.segments) }) else { return nil }
        segments.removeLast(end.count)
        switch (segments.count, prefix) {
        case (1, nil): shape = otherwise
        case (2, _): shape = prefix ?? .path
        default: return nil
        }
        directory = segments[0]
        self.endpoint = endpoint
        flowNames = segments.dropFirst() + names
    }

    private static let prefixes: [String: Shape] = ["tfp": .trustFramework, "te": .trustEngine]

    /// Whether the path contains a flow; other paths are also Entra ID's.
    var namesFlowInPath: Bool { ![.query, .withoutFlow].contains(shape) }
}

extension UserFlowAddress.Endpoint {
    /// Whether it is part of the pages' design; in both services its URL contains the flow.
    var isLook: Bool { [.theme, .logo].contains(self) }

    package var speaksJSON: Bool { [.token, .deviceCode, .metadata, .keys].contains(self) }

    var isForWindows: Bool { [.authorize, .login, .logout].contains(self) }

    fileprivate static let ends = allCases.map { endpoint in
        (endpoint: endpoint, segments: endpoint.rawValue.split(separator: "/").map(String.init))
    }
}

extension [String] {
    /// Ignores case, as the real service does for paths.
    fileprivate func ends(with other: [String]) -> Bool {
        count > other.count && suffix(other.count).map { $0.lowercased() } == other
    }
}

package struct ResolvedUserFlow: Sendable {
    package let tenant: Tenant
    package let directoryName: String
    package let flow: UserFlow
    package let shape: UserFlowAddress.Shape
    package let dialect: any CustomerDialect

    package init(
        tenant: Tenant, directoryName: String, flow: UserFlow, shape: UserFlowAddress.Shape,
        dialect: any CustomerDialect
    ) {
        (self.tenant, self.directoryName, self.flow, self.shape) = (tenant, directoryName, flow, shape)
        self.dialect = dialect
    }

    package func url(_ endpoint: UserFlowAddress.Endpoint, at base: String) -> String {
        let name = flow.addressName
        return switch shape {
        case .path: "\(base)/\(directoryName)/\(name)/\(endpoint.rawValue)"
        case .withoutFlow: "\(base)/\(directoryName)/\(endpoint.rawValue)"
        case .query: "\(base)/\(directoryName)/\(endpoint.rawValue)?p=\(name)"
        case .trustFramework: "\(base)/tfp/\(directoryName)/\(name)/\(endpoint.rawValue)"
        case .trustEngine: "\(base)/te/\(directoryName)/\(name)/\(endpoint.rawValue)"
        }
    }

    /// The same for all flows of a directory, unless the path began with `tfp`.
    package func issuer(at base: String) -> String {
        if shape == .withoutFlow { return "\(base)/\(tenant.id)/v2.0" }
        return shape == .trustFramework || flow.tokens.issuer == .flow
            ? "\(base)/tfp/\(tenant.id)/\(flow.addressName)/v2.0/" : "\(base)/\(tenant.id)/v2.0/"
    }

    /// The sample app of 2016 recognizes the pages of a sign-in by `/{directory}/login`.
    var formAction: String { "/\(directoryName)/login" + (shape == .withoutFlow ? "" : "?p=\(flow.addressName)") }

    /// The style sheet or picture; its URL always contains the flow.
    func lookPath(_ endpoint: UserFlowAddress.Endpoint) -> String {
        "/\(tenant.id)/\(endpoint.rawValue)?p=\(flow.addressName)"
    }
}
