// SPDX-License-Identifier: Apache-2.0
package import TenantDirectory

/// An app that proved to be the one, as far as it can.
package struct AuthenticatedClient: Sendable {
    /// How an app proved itself.
    package enum Method: Sendable, Hashable {
        /// Not at all: it is public.
        case none
        case secret
        /// By an assertion that its own key signed.
        case certificate
        /// By a token of somebody else whom it trusts.
        case federated

        /// What tokens say of it in `azpacr` and `appidacr`.
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
