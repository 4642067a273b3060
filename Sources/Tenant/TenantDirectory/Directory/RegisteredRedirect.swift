// SPDX-License-Identifier: Apache-2.0
import OAuth

/// A redirect URI of a registration, and the addresses that match it.
///
/// Both are compared byte by byte, but on loopback any port matches (RFC 8252 §7.3), and a missing path is `/`.
package struct RegisteredRedirect {
    private let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// Whether an app may receive its response at an address.
    package func accepts(_ asked: String) -> Bool {
        // By bytes: Swift treats canonically equivalent strings as equal.
        if asked.utf8.elementsEqual(text.utf8) { return true }
        guard let registered = LoopbackAddress(text, allowsHTTPS: true),
            let other = LoopbackAddress(asked, allowsHTTPS: true), RedirectURI(text) != nil, RedirectURI(asked) != nil
        else { return false }
        return registered.isSameResource(as: other)
    }
}
