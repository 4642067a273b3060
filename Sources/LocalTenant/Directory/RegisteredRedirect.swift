// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth

/// A redirect URI of a registration, and the addresses that count as the same.
///
/// Compared to the letter, but on loopback any port will do (RFC 8252 §7.3) and a missing path is `/`.
struct RegisteredRedirect {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    func accepts(_ asked: String) -> Bool {
        if asked == text { return true }
        guard let registered = RedirectURI(text), let asked = RedirectURI(asked),
            registered.isLoopback, asked.isLoopback, let own = registered.url, let other = asked.url
        else { return false }
        return registered.host == asked.host && registered.path == asked.path && own.query() == other.query()
    }
}
