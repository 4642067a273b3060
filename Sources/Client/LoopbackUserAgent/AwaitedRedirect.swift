// SPDX-License-Identifier: Apache-2.0
package import Foundation
import OAuth

/// The redirect that a visit waits for, once its page is shown.
package struct AwaitedRedirect: Sendable {
    /// The `state` that has to come back; `nil` if the page was asked for without one.
    let state: String?

    /// The redirect that answers this address.
    package init(answering url: URL) {
        state = FormParameters(queryOf: url)?["state"]
    }

    /// Whether the redirect is ours to pass on; what else it says is for the sign-in to judge.
    ///
    /// Anyone on this machine may knock at the port. Only the provider was told the `state`, so that nobody
    /// else can end the wait.
    func isAnswered(by parameters: FormParameters) -> Bool {
        guard let state else { return true }
        let stated = parameters.all("state")
        return !stated.isEmpty && stated.allSatisfy { $0.isSameSecret(as: state) }
    }
}
