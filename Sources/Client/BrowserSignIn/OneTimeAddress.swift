// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import OAuth

/// The address that a browser is started with: a path of our own that leads to the provider's page, once.
///
/// Every user of the machine can read the command line of a browser. The provider's address contains the `state`, which
/// identifies the redirect, the nonce, and perhaps the name of the person. An attacker with that address could sign in
/// in the person's place, with the attacker's own account.
package struct OneTimeAddress: Sendable {
    /// The path, made of random text.
    package let path: String
    /// The provider's page.
    package let target: URL

    /// Makes an address with a new random path.
    package init(leadingTo target: URL, random: RandomSource = .system) {
        path = "/" + random.text()
        self.target = target
    }

    /// Whether a request asks for the page.
    func isAsked(by target: String) -> Bool { target.isSameSecret(as: path) }
}
