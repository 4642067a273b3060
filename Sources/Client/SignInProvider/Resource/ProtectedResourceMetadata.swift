// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPTransport
import JSONWebSignatures
public import OAuthMessages
public import PortableFoundation

/// An API's metadata: which providers issue its tokens, and which permissions the tokens can have.
///
/// An API publishes it, so that a client needs only the API's URL. `BearerProtection` links to it in each challenge.
///
/// ```swift
/// let metadata = ProtectedResourceMetadata(
///     resource: address, authorizationServers: [work.issuer], scopes: ["Tasks.ReadWrite"])
/// let protection = BearerProtection(accepting: [tokens], describedBy: metadata, over: transport)
/// ```
///
/// RFC 9728 §2
public struct ProtectedResourceMetadata: Sendable, Hashable {
    /// The API's identifier: its URL without a fragment, such as `https://tasks.example.com`.
    public let resource: URL
    /// The issuers of the tokens that the API accepts.
    public let authorizationServers: [URL]
    /// The permissions that its tokens can have; empty if the API lists none.
    public let scopes: ScopeSet

    /// Creates an API's metadata.
    public init(resource: URL, authorizationServers: [URL], scopes: ScopeSet = []) {
        self.resource = resource
        self.authorizationServers = authorizationServers
        self.scopes = scopes
    }

    /// The URL of the document, with a well-known path between the API's host and path. RFC 9728 §3.1
    public var address: URL { Self.address(of: resource) }

    /// The document as JSON.
    public var json: Data {
        let members: [String: JSONValue] = [
            "resource": .string(resource.absoluteString), "bearer_methods_supported": ["header"],
            "authorization_servers": .texts(authorizationServers.map(\.absoluteString)),
            "scopes_supported": .texts(scopes.scopes),
        ]
        // RFC 9728 §3.2 omits empty lists.
        return Data(JSONValue.object(members.filter { $0.value != [] }).text.utf8)
    }

    static let wellKnownPath = "/.well-known/oauth-protected-resource"

    static func address(of resource: URL) -> URL {
        guard var parts = URLComponents(url: resource, resolvingAgainstBaseURL: true) else { return resource }
        parts.percentEncodedPath =
            wellKnownPath + (parts.percentEncodedPath == "/" ? "" : parts.percentEncodedPath)
        parts.fragment = nil
        return parts.url ?? resource
    }
}

extension ProtectedResourceMetadata {
    /// Finds an API's metadata from the URL of a rejected request and its challenge.
    ///
    /// It requests the URL in the challenge or, without one, the well-known paths of the request's URL and of its host,
    /// until one has a usable document. It follows no redirect, and stays on the API's origin. Metadata of another API
    /// is rejected, and never skipped.
    ///
    /// - Throws: ``Refusal`` (`hostMalformed`, `addressInsecure`, `resourceMetadataMissing`,
    ///   `resourceMetadataMalformed`, `resourceMismatch`); `ServerError` for a temporary failure; `TransportError`.
    ///
    /// RFC 9728 §3, §5
    package static func discover(
        for request: URL, challengedBy challenges: [AuthenticationChallenge], over transport: any Transport
    ) async throws -> ProtectedResourceMetadata {
        let api = try ProviderMetadata.secure(request)
        let named = challenges.lazy.compactMap { $0["resource_metadata"] }.first
        var failures = PlaceFailures()
        for place in try places(of: api, named: named) {
            guard let response = try await failures.response(from: place, over: transport) else { continue }
            let status = response.status.code
            switch status {
            case _ where ServerError.isTemporary(status):
                var error = ServerError(status: status, body: response.body)
                error.endpoint = place
                failures.note(error)
            // Gateways reject unknown paths in many ways, but not a path that the API itself names.
            case 400..<500 where named == nil: continue
            default:
                do {
                    return try ProtectedResourceMetadata(status: status, body: response.body, for: api, at: place)
                } catch let refusal as Refusal where refusal.code == .resourceMetadataMalformed {
                    failures.note(refusal)
                }
            }
        }
        throw failures.mostInformative
            ?? Refusal(
                .resourceMetadataMissing,
                "\(api.withoutQueryAndFragment) names no authorization server; add the provider to the settings"
            )
    }

    private static func places(of api: URL, named: String?) throws -> [URL] {
        if let named {
            guard let place = URL(string: named), Origin.isShared(by: place, api), place.fragment() == nil else {
                throw Refusal(
                    .resourceMismatch,
                    "\(api.withoutQueryAndFragment) refers to metadata on another host, which is not followed; report it to the API"
                )
            }
            return [place]
        }
        guard let root = URL(string: "/", relativeTo: api)?.absoluteURL else { return [address(of: api)] }
        let own = address(of: api.withoutQuery)
        return [own, address(of: root)].reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The URL of the request may be below the document's `resource`; the document must then be at a well-known path,
    /// which only the host controls.
    package init(status: Int, body: Data, for request: URL, at place: URL) throws {
        func malformed(_ defect: String) -> Refusal {
            Refusal(
                .resourceMetadataMalformed,
                "the metadata at \(place.withoutQueryAndFragment) \(defect); report it to the API")
        }
        guard status == 200 else { throw malformed("came with status \(status)") }
        let document = try ForeignJSON(body, atMost: Self.maximumByteCount, orThrow: malformed)
        guard let resource = URL(string: try document.required("resource")) else {
            throw malformed("has a 'resource' that is not a URL")
        }
        let named = try document.texts("authorization_servers") ?? []
        guard Origin.isShared(by: resource, request), resource.fragment() == nil,
            Self.covers(resource, request),
            resource.path() == request.path() || Self.isWellKnown(place)
        else {
            throw Refusal(
                .resourceMismatch,
                "\(request.withoutQueryAndFragment) describes another API, \(resource.withoutQueryAndFragment); its tokens must not be sent here"
            )
        }
        let servers = try named.prefix(Self.maximumServerCount).map { text in
            guard let server = URL(string: text), server.query() == nil, server.fragment() == nil else {
                throw malformed("has a provider that is not a URL")
            }
            // The query of the request may hold a secret, so messages must not show it.
            return try ProviderMetadata.secure(server, namedBy: request.withoutQuery)
        }
        guard !servers.isEmpty else { throw malformed("names no authorization server") }
        self.init(
            resource: resource, authorizationServers: servers,
            scopes: ScopeSet((try? document.texts("scopes_supported")) ?? []))
    }

    private static func isWellKnown(_ place: URL) -> Bool {
        let path = place.path()
        return path == wellKnownPath
            || (path.hasPrefix(wellKnownPath + "/") && covers(place, place) && !path.contains("%"))
    }

    /// Whether the URL is the API's or below it; a trailing slash makes no difference.
    package func covers(_ address: URL) -> Bool {
        guard Origin.isShared(by: resource, address) else { return false }
        return Self.covers(resource, address) || Self.covers(resource, address.appending(path: "x"))
    }

    /// `/a` and `/a/` differ, but the root needs no slash. RFC 9728 §3.3
    private static func covers(_ resource: URL, _ request: URL) -> Bool {
        let (path, other) = (resource.path(), request.path())
        let base = path.hasSuffix("/") ? String(path.dropLast()) : path
        // Some servers resolve dots to another path, even if they are encoded.
        let names = request.path(percentEncoded: false).split(separator: "/")
        let isPlain = !names.contains { $0.hasPrefix("..") || $0 == "." || $0.contains("\\") || $0.contains("%") }
        guard isPlain else { return false }
        return base.isEmpty || other == path || (other.hasPrefix(base + "/") && other != base + "/")
    }

    private static let maximumByteCount = 65_536
    private static let maximumServerCount = 16
}

extension URL {
    /// Without query and fragment.
    package var withoutQuery: URL {
        var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
        parts?.query = nil
        parts?.fragment = nil
        return parts?.url ?? self
    }
}
