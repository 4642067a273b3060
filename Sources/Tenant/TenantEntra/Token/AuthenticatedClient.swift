// SPDX-License-Identifier: Apache-2.0
package import TenantDirectory

/// An app after client authentication; a public app needs none.
package struct AuthenticatedClient: Sendable {
    /// The method of client authentication.
    package enum Method: Sendable, Hashable {
        /// None: the app is public.
        case none
        case secret
        /// An assertion that the app's own key signed.
        case certificate
        /// A token of another issuer that the app trusts.
        case federated

        /// The value of `azpacr` and `appidacr` in tokens.
        var claim: String {
            switch self {
            case .none: "0"
            case .secret: "1"
            case .certificate, .federated: "2"
            }
        }
    }

    package let app: RegisteredApp
    package let method: Method

    package init(app: RegisteredApp, method: Method) {
        (self.app, self.method) = (app, method)
    }
}
