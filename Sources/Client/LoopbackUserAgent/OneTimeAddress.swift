// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import OAuth

/// The address that a browser is started with: a path of our own that leads to the provider's page, once.
///
/// Every user of the machine can read the command line of a browser. The provider's address has the `state` in it, by
/// which the redirect is known, the nonce, and perhaps the name of the person: whoever knew it could sign in in the
/// person's place, with an account of their own.
package struct OneTimeAddress: Sendable {
    /// The path, which nobody can guess.
    package let path: String
    /// The provider's page.
    package let target: URL

    /// Makes an address that nobody knows yet.
    package init(leadingTo target: URL, random: RandomSource = .system) {
        path = "/" + random.text()
        self.target = target
    }

    /// Whether a request asks for the page.
    func isAsked(by target: String) -> Bool { target.isSameSecret(as: path) }
}
