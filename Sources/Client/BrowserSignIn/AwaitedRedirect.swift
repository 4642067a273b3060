// SPDX-License-Identifier: Apache-2.0
package import Foundation
import OAuth

/// The redirect that a visit waits for, after its page is shown.
package struct AwaitedRedirect: Sendable {
    /// The `state` that must come back; `nil` if the opened address has none.
    let state: String?

    /// The redirect that answers this address.
    package init(answering url: URL) {
        state = FormParameters(queryOf: url)?["state"]
    }

    /// Whether the redirect is ours to pass on; the sign-in judges the rest of it.
    ///
    /// Every program on this machine can connect to the port. Only the provider got the `state`, so that no other
    /// program can end the wait.
    func isAnswered(by parameters: FormParameters) -> Bool {
        guard let state else { return true }
        let stated = parameters.all("state")
        return !stated.isEmpty && stated.allSatisfy { $0.isSameSecret(as: state) }
    }
}
