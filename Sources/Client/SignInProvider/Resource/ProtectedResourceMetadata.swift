// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
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
    /// The API's identifier: its URL, without a fragment.
    public let resource: URL
    /// The issuers of the tokens that the API accepts.
    public let authorizationServers: [URL]
    /// The permissions that its tokens can have; empty if the API lists none.
    public let scopes: ScopeSet

    /// Creates an API's metadata.
    ///
    /// - Parameters:
    ///   - resource: The API's URL, such as `https://tasks.example.com`.
    ///   - authorizationServers: The issuers of the tokens that the API accepts.
    ///   - scopes: The permissions that its tokens can have.
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
        // An empty list is left out. RFC 9728 §3.2
        return Data(JSONValue.object(members.filter { $0.value != [] }).text.utf8)
    }

    static let wellKnownPath = "/.well-known/oauth-protected-resource"

    /// The address of the document of an API.
    static func address(of resource: URL) -> URL {
        guard var parts = URLComponents(url: resource, resolvingAgainstBaseURL: true) else { return resource }
        parts.percentEncodedPath =
            wellKnownPath + (parts.percentEncodedPath == "/" ? "" : parts.percentEncodedPath)
        parts.fragment = nil
        return parts.url ?? resource
    }
}
