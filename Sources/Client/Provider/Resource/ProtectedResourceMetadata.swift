// SPDX-License-Identifier: Apache-2.0
public import Foundation
import HTTPTransport
public import OAuth

/// An API's description of itself: who issues its tokens, and which permissions they can have.
///
/// An API publishes it, so that a client needs the API's address alone. `BearerProtection` names it in each challenge.
///
/// ```swift
/// let metadata = ProtectedResourceMetadata(
///     resource: address, authorizationServers: [work.issuer], scopes: ["Tasks.ReadWrite"])
/// let protection = BearerProtection(accepting: [tokens], describedBy: metadata, over: transport)
/// ```
///
/// RFC 9728 §2
public struct ProtectedResourceMetadata: Sendable, Hashable {
    /// The API's own name for itself: its address, without a fragment.
    public let resource: URL
    /// The issuers of the tokens that the API accepts.
    public let authorizationServers: [URL]
    /// The permissions that its tokens can have; empty if the API names none.
    public let scopes: ScopeSet

    /// Describes an API.
    ///
    /// - Parameters:
    ///   - resource: The address of the API, such as `https://tasks.example.com`.
    ///   - authorizationServers: The issuers of the tokens that the API accepts.
    ///   - scopes: The permissions that tokens can have.
    public init(resource: URL, authorizationServers: [URL], scopes: ScopeSet = []) {
        self.resource = resource
        self.authorizationServers = authorizationServers
        self.scopes = scopes
    }

    /// The address of the document: a well-known path between the host and the path of the API. RFC 9728 §3.1
    public var address: URL { Self.address(of: resource) }

    /// The document as JSON.
    public var json: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let wire = Wire(
            resource: resource.absoluteString, authorizationServers: authorizationServers.map(\.absoluteString),
            scopes: scopes.isEmpty ? nil : scopes.scopes, bearerMethods: ["header"])
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
        let scopes: [String]?
        var bearerMethods: [String]?

        enum CodingKeys: String, CodingKey {
            case resource
            case authorizationServers = "authorization_servers"
            case scopes = "scopes_supported"
            case bearerMethods = "bearer_methods_supported"
        }
    }
}
