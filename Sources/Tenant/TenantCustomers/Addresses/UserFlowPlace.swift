// SPDX-License-Identifier: Apache-2.0
import OAuth
package import TenantDirectory

/// One user flow of one directory, and the form of its addresses.
package struct UserFlowPlace: Sendable {
    package let tenant: Tenant
    /// The directory's domain or id, as the request named it.
    package let directoryName: String
    package let flow: UserFlow
    package let shape: UserFlowAddress.Shape

    package init(tenant: Tenant, directoryName: String, flow: UserFlow, shape: UserFlowAddress.Shape) {
        (self.tenant, self.directoryName, self.flow, self.shape) = (tenant, directoryName, flow, shape)
    }

    /// The address of an endpoint, in the form that the request used.
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

    /// The address to which the pages send their forms.
    ///
    /// The sample app of 2016 recognizes the pages of a sign-in by `/{directory}/login`.
    var formAction: String {
        "/\(directoryName)/login" + (shape == .externalID ? "" : "?p=\(flow.addressName)")
    }

    /// The path of the flow's own style sheet or picture; it always names the flow, even if other addresses do not.
    func lookPath(_ endpoint: UserFlowAddress.Endpoint) -> String {
        "/\(tenant.id)/\(endpoint.rawValue)?p=\(flow.addressName)"
    }
}
