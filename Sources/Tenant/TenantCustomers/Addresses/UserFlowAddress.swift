// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
package import TenantDirectory

/// The directory, flow and endpoint that a path names, in any of the four forms that the services have used.
///
/// Empty segments are ignored: the sample app of 2016 writes `//` behind the host.
package struct UserFlowAddress: Sendable, Hashable {
    /// The endpoint that the address names.
    package enum Endpoint: String, Sendable, CaseIterable {
        case authorize = "oauth2/v2.0/authorize"
        case token = "oauth2/v2.0/token"
        case logout = "oauth2/v2.0/logout"
        /// The address at which a device requests its codes; only External ID has it.
        case deviceCode = "oauth2/v2.0/devicecode"
        case metadata = "v2.0/.well-known/openid-configuration"
        case keys = "discovery/v2.0/keys"
        /// The address to which the pages send their forms.
        case login = "login"
        /// The colours of the pages.
        case theme = "theme.css"
        /// The picture on the pages.
        case logo = "logo"
    }

    /// How an address names the directory and the flow.
    package enum Shape: Sendable, Hashable {
        /// `/{directory}/{flow}/…`, the form in today's documentation.
        case path
        /// `/{directory}/…?p={flow}`, the oldest form.
        case query
        /// `/tfp/{directory}/{flow}/…`; the issuer names the flow too.
        case trustFramework
        /// `/te/{directory}/{flow}/…`, used between the other two forms.
        case trustEngine
        /// `/{directory}/…` of External ID and Entra ID: the app was assigned to a flow.
        case withoutFlow
    }

    package let directory: String
    package let endpoint: Endpoint
    package let shape: Shape
    /// All names of flows in the address, as they were written.
    package let flowNames: [String]

    /// Reads an address; `nil` if it is not of this kind, or names no flow: Entra ID answers those.
    package init?(path: String, query: FormParameters) {
        self.init(path: path, names: query.all("p"), otherwise: .query)
        guard !flowNames.isEmpty, endpoint != .deviceCode else { return nil }
    }

    /// Reads an address that names no flow, as those of External ID and of Entra ID.
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

    /// Whether its path names a flow; Entra ID has the same addresses as the other forms.
    var namesFlowInPath: Bool { ![.query, .withoutFlow].contains(shape) }
}

extension UserFlowAddress.Endpoint {
    /// Whether it serves a part of the pages' design; in both services its address names the flow.
    var isLook: Bool { [.theme, .logo].contains(self) }

    /// Whether programs send the requests, so that errors are JSON.
    package var speaksJSON: Bool { [.token, .deviceCode, .metadata, .keys].contains(self) }

    /// Whether apps open it in a separate window.
    var isForWindows: Bool { [.authorize, .login, .logout].contains(self) }

    /// The endpoints, with the segments at the end of their paths.
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

/// One user flow of one directory, and the form of its addresses.
package struct ResolvedUserFlow: Sendable {
    package let tenant: Tenant
    /// The directory's domain or id, as the request named it.
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

    /// The address of an endpoint, in the form that the request used.
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

    /// The issuer of tokens: the same for all flows of a directory, unless the address began with `tfp`.
    package func issuer(at base: String) -> String {
        if shape == .withoutFlow { return "\(base)/\(tenant.id)/v2.0" }
        return shape == .trustFramework || flow.tokens.issuer == .flow
            ? "\(base)/tfp/\(tenant.id)/\(flow.addressName)/v2.0/" : "\(base)/\(tenant.id)/v2.0/"
    }

    /// The address to which the pages send their forms.
    ///
    /// The sample app of 2016 recognizes the pages of a sign-in by `/{directory}/login`.
    var formAction: String { "/\(directoryName)/login" + (shape == .withoutFlow ? "" : "?p=\(flow.addressName)") }

    /// The path of the flow's own style sheet or picture; it always names the flow, even if other addresses do not.
    func lookPath(_ endpoint: UserFlowAddress.Endpoint) -> String {
        "/\(tenant.id)/\(endpoint.rawValue)?p=\(flow.addressName)"
    }
}
