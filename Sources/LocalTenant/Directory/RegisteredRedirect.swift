// SPDX-License-Identifier: Apache-2.0
import OAuth

/// A redirect URI of a registration, and the addresses that count as the same.
///
/// Compared to the letter, but on loopback any port will do (RFC 8252 §7.3) and a missing path is `/`.
struct RegisteredRedirect {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// Whether an app may have its answer at an address.
    func accepts(_ asked: String) -> Bool {
        // By bytes: strings count as equal when their accents are only written differently.
        if asked.utf8.elementsEqual(text.utf8) { return true }
        guard let registered = Parts(text), let other = Parts(asked), LoopbackHost.contains(registered.host),
            RedirectURI(text) != nil, RedirectURI(asked) != nil
        else { return false }
        return registered == other
    }

    /// What is compared of a loopback address as it is written: parsers decode `%6C` and full-width letters in hosts,
    /// and take ports that are none.
    private struct Parts: Equatable {
        let scheme: String
        let host: String
        let path: String
        let query: String?

        init?(_ text: String) {
            let pattern = #/(https?)://(\[[0-9a-f:.]+\]|[0-9A-Za-z.\-]+)(?::([1-9][0-9]{0,4}))?(/[^?]*)?(?:\?(.*))?/#
            guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let match = text.wholeMatch(of: pattern)
            else { return nil }
            if let port = match.3, UInt16(port) == nil { return nil }
            scheme = String(match.1)
            host = String(match.2)
            // A certificate can be had for the name, and hardly for the addresses.
            guard scheme == "http" || host == "localhost" else { return nil }
            path = match.4.map(String.init) ?? "/"
            query = match.5.map(String.init)
        }
    }
}
