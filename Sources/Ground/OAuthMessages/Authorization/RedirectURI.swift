// SPDX-License-Identifier: Apache-2.0
import Hosts
public import PortableFoundation

/// A URI where a client receives authorization responses.
///
/// ```swift
/// guard let redirectURI = RedirectURI("https://app.example.com/signed-in") else { return nil }
/// guard redirectURI.receives(address) else { return nil }  // …/signed-in?code=…&state=…
/// return try await flow.finish(Redacted(address), answering: request)
/// ```
///
/// RFC 6749 §3.1.2, RFC 8252 §7
public struct RedirectURI: Sendable, Hashable {
    /// The URI exactly as registered.
    public let text: String
    /// The host in lower case; empty for `urn:` and most custom schemes.
    public let host: String
    private let components: URLComponents

    /// Parses a URI; `nil` if it is relative, has a fragment, a user name, or white space, or exceeds 2048 bytes.
    ///
    /// For http and https, the host must be valid. Other schemes are private to an app, and their text is opaque.
    public init?(_ text: String) {
        guard
            !text.unicodeScalars.contains(where: \.properties.isWhitespace), text.utf8.count <= 2048,
            let components = URLComponents(string: text),
            let scheme = components.scheme, !scheme.isEmpty,
            components.fragment == nil, components.user == nil, components.password == nil,
            let host = Self.host(of: components)
        else { return nil }
        self.text = text
        self.host = host
        self.components = components
    }

    /// The URI as a `URL`.
    public var url: URL? { components.url }

    /// The scheme in lower case.
    public var scheme: String { components.scheme?.lowercased() ?? "" }

    /// The port; `nil` if the URI has none.
    public var port: Int? { components.port }

    /// The path; `/` if it is empty, as in a browser.
    public var path: String { components.percentEncodedPath.isEmpty ? "/" : components.percentEncodedPath }

    /// Whether the URI is plain http on this machine, with any port. RFC 8252 §7.3, §8.3
    public var isLoopback: Bool { scheme == "http" && LoopbackHost.contains(host) }

    /// Returns the same URI with this port.
    public func withPort(_ port: Int) -> RedirectURI {
        var changed = components
        changed.port = port
        return changed.string.flatMap(RedirectURI.init) ?? self
    }

    /// Returns whether `url` is this URI with a response in its query.
    ///
    /// Scheme, host, port, and path must be equal, the path character by character. `url` must have each parameter of
    /// the registered query.
    public func receives(_ url: URL) -> Bool {
        guard let other = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return false }
        let otherPath = other.percentEncodedPath.isEmpty ? "/" : other.percentEncodedPath
        let own = Set(components.percentEncodedQueryItems ?? [])
        return other.scheme?.lowercased() == scheme
            && Self.host(of: other) == host
            && other.port == port && otherPath == path
            && other.user == nil && other.password == nil
            && own.isSubset(of: Set(other.percentEncodedQueryItems ?? []))
    }

    private static func host(of components: URLComponents) -> String? {
        guard ["http", "https"].contains(components.scheme?.lowercased()) else {
            return components.host?.lowercased() ?? ""
        }
        return (try? URLHost(of: components))?.description
    }
}

extension RedirectURI: Codable, CustomStringConvertible {
    /// Decodes the text form.
    ///
    /// - Throws: An error of the decoder; `DecodingError` for text that is not a redirect URI.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let uri = RedirectURI(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a redirect URI")
        }
        self = uri
    }

    /// Encodes the text form.
    ///
    /// - Throws: An error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// The registered text.
    public var description: String { text }
}
