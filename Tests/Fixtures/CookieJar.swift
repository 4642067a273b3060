// SPDX-License-Identifier: Apache-2.0

/// A browser's cookies for one host; cookies without `Path`, or with `Domain` or `Expires`, are dropped: our servers
/// send none; RFC 6265bis §5.6 to §5.8.
package struct CookieJar: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// The page that sends a request.
    package enum Initiator: Sendable {
        /// A page of this site, the user, or any page in a browser without `SameSite`.
        case sameSite
        /// A link or a redirect of another site.
        case link
        /// A form of another site.
        case form
    }

    private enum SameSite: String {
        case strict, lax, none
    }

    private struct Cookie: Sendable, Equatable {
        let name: String
        let value: String
        var path: String?
        var isSecure = false
        var sameSite = SameSite.lax
        var end: Date?

        /// RFC 6265bis §5.1.4.
        func isSent(to path: Substring) -> Bool {
            guard let own = self.path, path.hasPrefix(own) else { return false }
            return path.count == own.count || own.hasSuffix("/") || path.dropFirst(own.count).first == "/"
        }

        func isSent(from initiator: Initiator) -> Bool {
            switch sameSite {
            case .strict: initiator == .sameSite
            case .lax: initiator != .form
            case .none: true
            }
        }

        /// RFC 6265bis §5.7.
        func isAcceptable(overHTTPS isHTTPS: Bool) -> Bool {
            if name.hasPrefix("__Host-"), !isSecure || path != "/" { return false }
            if name.hasPrefix("__Secure-"), !isSecure { return false }
            return path?.hasPrefix("/") == true && (isHTTPS || !isSecure) && (sameSite != .none || isSecure)
        }
    }

    private var cookies: [Cookie] = []

    /// Session cookies for all paths.
    package init(dictionaryLiteral cookies: (String, String)...) {
        for (name, value) in cookies { self[name] = value }
    }

    package var pairs: [(name: String, value: String)] { cookies.map { ($0.name, $0.value) } }
    package var names: [String] { cookies.map(\.name) }
    package var isEmpty: Bool { cookies.isEmpty }
    package var count: Int { cookies.count }

    /// A cookie's value; setting it creates a session cookie for all paths.
    package subscript(name: String) -> String? {
        get { cookies.first { $0.name == name }?.value }
        set {
            cookies.removeAll { $0.name == name }
            if let newValue { cookies.append(Cookie(name: name, value: newValue, path: "/")) }
        }
    }

    /// Adds missing cookies from another jar.
    package mutating func merge(_ other: CookieJar) { cookies += other.cookies.filter { !names.contains($0.name) } }

    /// Applies a `Set-Cookie` field.
    package mutating func keep(_ field: String, overHTTPS isHTTPS: Bool, now: Date) {
        let parts = field.split(separator: ";", omittingEmptySubsequences: false).map {
            let pair = $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (
                name: pair[0].trimmingCharacters(in: .whitespaces),
                value: pair.count == 2 ? pair[1].trimmingCharacters(in: .whitespaces) : ""
            )
        }
        var cookie = Cookie(name: parts[0].name, value: parts[0].value)
        for (name, value) in parts.dropFirst() {
            switch name.lowercased() {
            case "path": cookie.path = value
            case "secure": cookie.isSecure = true
            case "samesite": cookie.sameSite = SameSite(rawValue: value.lowercased()) ?? .lax
            case "max-age": cookie.end = Int(value).map { now + TimeInterval($0) }
            case "domain", "expires": return
            default: break
            }
        }
        guard !cookie.name.isEmpty, cookie.isAcceptable(overHTTPS: isHTTPS) else { return }
        cookies.removeAll { $0.name == cookie.name && $0.path == cookie.path }
        if cookie.end.map({ $0 > now }) ?? true { cookies.append(cookie) }
    }

    /// The `Cookie` field, sorted by name; `nil` without a cookie.
    package func field(
        for target: String, overHTTPS isHTTPS: Bool, from initiator: Initiator = .sameSite, now: Date
    ) -> String? {
        let path = target.isEmpty ? "/" : target.prefix { $0 != "?" && $0 != "#" }
        let sent = cookies.filter {
            (isHTTPS || !$0.isSecure) && $0.end.map { $0 > now } ?? true && $0.isSent(to: path)
                && $0.isSent(from: initiator)
        }
        // Of two with one name, the longer path is first. §5.8.3
        let ordered = sent.sorted { ($0.name, $1.path?.count ?? 0) < ($1.name, $0.path?.count ?? 0) }
        return ordered.isEmpty ? nil : ordered.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }
}
