// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
package import PortableFoundation

/// The address that a browser is started with: a path of our own that leads to the provider's page, once.
///
/// Every user of the machine can read the command line of a browser. The provider's address contains the `state`, which
/// identifies the redirect, the nonce, and perhaps the name of the person. An attacker with that address could sign in
/// in the person's place, with the attacker's own account.
package struct OneTimeAddress: Sendable {
    /// The path, made of random text.
    package let path: String
    package let target: URL

    package init(leadingTo target: URL, random: RandomSource = .system) {
        path = "/" + random.text()
        self.target = target
    }

    /// Whether a request asks for the page.
    func isAsked(by target: String) -> Bool { target.isSameSecret(as: path) }
}

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
