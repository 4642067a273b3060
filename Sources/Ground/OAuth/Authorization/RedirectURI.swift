// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// An address at which a client receives authorization responses.
///
/// ```swift
/// guard let redirectURI = RedirectURI("https://app.example.com/signed-in") else { return nil }
/// guard redirectURI.receives(address) else { return nil }  // …/signed-in?code=…&state=…
/// return try await flow.finish(Redacted(address), answering: request)
/// ```
///
/// RFC 6749 §3.1.2, RFC 8252 §7
public struct RedirectURI: Sendable, Hashable {
    /// The address exactly as in the registration.
    public let text: String
    private let components: URLComponents

    /// Reads an address; `nil` for a relative one, a fragment, a user name, white space or more than 2048 bytes.
    public init?(_ text: String) {
        guard
            !text.unicodeScalars.contains(where: \.properties.isWhitespace), text.utf8.count <= 2048,
            let components = URLComponents(string: text),
            let scheme = components.scheme, !scheme.isEmpty,
            components.fragment == nil, components.user == nil, components.password == nil
        else { return nil }
        if ["http", "https"].contains(scheme.lowercased()), components.host?.isEmpty != false { return nil }
        self.text = text
        self.components = components
    }

    /// The address as a URL.
    public var url: URL? { components.url }

    /// The scheme in lower case.
    public var scheme: String { components.scheme?.lowercased() ?? "" }

    /// The host in lower case; empty for `urn:` and most custom schemes.
    public var host: String { components.host?.lowercased() ?? "" }

    /// The port; `nil` if the address names none.
    public var port: Int? { components.port }

    /// The path; `/` for an empty one, as in a browser.
    public var path: String { components.percentEncodedPath.isEmpty ? "/" : components.percentEncodedPath }

    /// Whether it is plain http on this machine, with any port. RFC 8252 §7.3, §8.3
    public var isLoopback: Bool { scheme == "http" && LoopbackHost.contains(host) }

    /// The same address with this port.
    public func withPort(_ port: Int) -> RedirectURI {
        var changed = components
        changed.port = port
        return changed.string.flatMap(RedirectURI.init) ?? self
    }

    /// Whether `url` is this address with a response in its query.
    ///
    /// Scheme, host, port and path must be equal, the path in each character; `url` must have each parameter of the
    /// registered query.
    public func receives(_ url: URL) -> Bool {
        guard let other = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return false }
        let otherPath = other.percentEncodedPath.isEmpty ? "/" : other.percentEncodedPath
        let own = Set(components.percentEncodedQueryItems ?? [])
        return other.scheme?.lowercased() == scheme
            && (other.host?.lowercased() ?? "") == host
            && other.port == port && otherPath == path
            && other.user == nil && other.password == nil
            && own.isSubset(of: Set(other.percentEncodedQueryItems ?? []))
    }
}

extension RedirectURI: Codable, CustomStringConvertible {
    /// Reads the text form.
    ///
    /// - Throws: The decoder's error; `DecodingError` for a text that is not a redirect URI.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let uri = RedirectURI(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a redirect URI")
        }
        self = uri
    }

    /// Writes the text form.
    ///
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// The registered text.
    public var description: String { text }
}
