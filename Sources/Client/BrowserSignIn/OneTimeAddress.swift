// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
package import PortableFoundation

/// The URL that a browser is started with: a local path that redirects to the provider's page once.
///
/// Each user of the machine can read a browser's command line. The provider's URL contains the `state`, which
/// identifies the redirect, the nonce, and perhaps the user's name. An attacker with that URL could sign this user in
/// with the attacker's account.
package struct OneTimeAddress: Sendable {
    package let path: String
    package let target: URL

    package init(leadingTo target: URL, random: RandomSource = .system) {
        path = "/" + random.text()
        self.target = target
    }

    func isAsked(by target: String) -> Bool { target.isSameSecret(as: path) }
}

package struct AwaitedRedirect: Sendable {
    let state: String?

    package init(answering url: URL) { state = FormParameters(queryOf: url)?["state"] }

    /// Each program on this machine can connect to the port, but only the provider got the `state`, so no other program
    /// can end the wait; the sign-in validates the rest.
    func isAnswered(by parameters: FormParameters) -> Bool {
        guard let state else { return true }
        let stated = parameters.all("state")
        return !stated.isEmpty && stated.allSatisfy { $0.isSameSecret(as: state) }
    }
}
