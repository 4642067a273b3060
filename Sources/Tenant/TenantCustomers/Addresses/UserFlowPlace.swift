// SPDX-License-Identifier: Apache-2.0
import OAuth
package import TenantDirectory

/// One user flow of one directory, and the shape in which its addresses are told.
package struct UserFlowPlace: Sendable {
    package let tenant: Tenant
    /// The directory's domain or id, whichever was asked for.
    package let directoryName: String
    package let flow: UserFlow
    package let shape: UserFlowAddress.Shape

    package init(tenant: Tenant, directoryName: String, flow: UserFlow, shape: UserFlowAddress.Shape) {
        (self.tenant, self.directoryName, self.flow, self.shape) = (tenant, directoryName, flow, shape)
    }

    /// The address of an endpoint, in the shape that was asked for.
    package func url(_ endpoint: UserFlowAddress.Endpoint, at base: String) -> String {
        let name = flow.addressName
        return switch shape {
        case .path: "\(base)/\(directoryName)/\(name)/\(endpoint.rawValue)"
        case .externalID: "\(base)/\(directoryName)/\(endpoint.rawValue)"
        case .query: "\(base)/\(directoryName)/\(endpoint.rawValue)?p=\(name)"
        case .trustFramework: "\(base)/tfp/\(directoryName)/\(name)/\(endpoint.rawValue)"
        case .trustEngine: "\(base)/te/\(directoryName)/\(name)/\(endpoint.rawValue)"
        }
    }

    /// The issuer of tokens: the same for all flows of a directory, unless the address began with `tfp`.
    func issuer(at base: String) -> String {
        if shape == .externalID { return "\(base)/\(tenant.id)/v2.0" }
        return shape == .trustFramework || flow.tokens.issuer == .flow
            ? "\(base)/tfp/\(tenant.id)/\(flow.addressName)/v2.0/" : "\(base)/\(tenant.id)/v2.0/"
    }

    /// Where the pages send their forms.
    ///
    /// The sample app of 2016 knows the pages of a sign-in by `/{directory}/login`.
    var formAction: String {
        "/\(directoryName)/login" + (shape == .externalID ? "" : "?p=\(flow.addressName)")
    }

    /// Where the flow's own style sheet or picture stands: always by its name, even if nothing else is.
    func lookPath(_ endpoint: UserFlowAddress.Endpoint) -> String {
        "/\(tenant.id)/\(endpoint.rawValue)?p=\(flow.addressName)"
    }
}
