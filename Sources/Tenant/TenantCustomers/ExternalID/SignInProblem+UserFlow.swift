// SPDX-License-Identifier: Apache-2.0
import TenantEntra

extension SignInProblem {
    /// The error for an app that is assigned to no user flow; customers can sign in only through one.
    static func appWithoutFlow(_ error: EntraError, flows: [UserFlow]) -> SignInProblem {
        SignInProblem(
            title: "No user flow has this app", error: error,
            facts: [Fact(label: "User flows here", values: flows.filter { $0.service == .externalID }.map(\.name))],
            hint: "Add the app's client id to the 'clientIds' of one of these user flows.")
    }
}
