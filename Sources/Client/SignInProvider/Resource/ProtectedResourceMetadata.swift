// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
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
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let wire = Wire(
            resource: resource.absoluteString,
            // An empty list is left out. RFC 9728 §3.2
            authorizationServers: authorizationServers.isEmpty ? nil : authorizationServers.map(\.absoluteString),
            scopes: scopes.isEmpty ? nil : Tolerated(scopes.scopes), bearerMethods: Tolerated(["header"]))
        return (try? encoder.encode(wire)) ?? Data()
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

    /// The members as they stand on the wire.
    struct Wire: Codable {
        let resource: String
        let authorizationServers: [String]?
        let scopes: Tolerated<[String]>?
        var bearerMethods: Tolerated<[String]>?

        enum CodingKeys: String, CodingKey {
            case resource
            case authorizationServers = "authorization_servers"
            case scopes = "scopes_supported"
            case bearerMethods = "bearer_methods_supported"
        }
    }
}

extension ProtectedResourceMetadata.Wire {
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        resource = try members.required(.resource)
        authorizationServers = try members.optional(.authorizationServers)
        scopes = try members.optional(.scopes)
        bearerMethods = try members.optional(.bearerMethods)
    }
}
