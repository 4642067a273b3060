// SPDX-License-Identifier: Apache-2.0
package import Foundation
import HTTPMessages
package import HTTPTransport
package import OAuth

extension ProtectedResourceMetadata {
    /// Finds what an API says of itself, by the address of a request and the challenge that refused it.
    ///
    /// It looks at the address in the challenge; without one, at the well-known path of the request's address and at
    /// that of its host. No redirect is followed, and each place is at the API's own origin.
    ///
    /// - Parameters:
    ///   - request: The address of the request.
    ///   - challenges: The challenges of the response.
    ///   - transport: Sends the requests, without a token.
    /// - Returns: The judged description.
    /// - Throws: ``Refusal`` (`addressInsecure`, `resourceMetadataMissing`, `resourceMetadataMalformed`,
    ///   `resourceMismatch`); `TransportError`.
    ///
    /// RFC 9728 §3, §5
    package static func discover(
        for request: URL, challengedBy challenges: [AuthenticationChallenge], over transport: any Transport
    ) async throws -> ProtectedResourceMetadata {
        let api = try ProviderMetadata.secure(request)
        let named = challenges.lazy.compactMap { $0["resource_metadata"] }.first
        for place in try places(of: api, named: named) {
            let response = try await transport.send(HTTPRequest(url: place))
            // Gateways refuse unknown paths in many ways.
            guard !(400..<500).contains(response.status.code) else { continue }
            return try ProtectedResourceMetadata(
                status: response.status.code, body: response.body, for: api, at: place)
        }
        throw Refusal(
            .resourceMetadataMissing,
            "\(shown(api)) does not say who issues its tokens; name its provider in the settings")
    }

    /// An address in a challenge replaces the others: the API knows best.
    private static func places(of api: URL, named: String?) throws -> [URL] {
        if let named {
            guard let place = URL(string: named), Origin.isShared(by: place, api), place.fragment() == nil else {
                throw Refusal(
                    .resourceMismatch,
                    "\(shown(api)) leads to a description that is not at its own host, and is not followed; report it to the API"
                )
            }
            return [place]
        }
        guard let root = URL(string: "/", relativeTo: api)?.absoluteURL else { return [address(of: api)] }
        let own = address(of: api.withoutQuery)
        return [own, address(of: root)].reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Judges a document for the API to which a request goes.
    ///
    /// The API may be a part of what the document describes: its address begins with that of the document, up to a
    /// slash. Then the document must stand at a well-known path, which the host alone controls.
    ///
    /// - Throws: ``Refusal`` (`resourceMetadataMalformed`, `resourceMismatch`, `addressInsecure`).
    package init(status: Int, body: Data, for request: URL, at place: URL) throws {
        guard status == 200, body.count <= Self.maximumByteCount,
            let wire = try? JSONDecoder().decode(Wire.self, from: body), let resource = URL(string: wire.resource)
        else {
            throw Refusal(
                .resourceMetadataMalformed,
                "what \(Self.shown(request)) says of itself cannot be read; report it to the API")
        }
        guard Origin.isShared(by: resource, request), resource.fragment() == nil, resource.user() == nil,
            Self.covers(resource, request),
            resource.path() == request.path() || Self.isWellKnown(place)
        else {
            throw Refusal(
                .resourceMismatch,
                "\(Self.shown(request)) describes another API, \(Self.shown(resource)); a token for that must not go here"
            )
        }
        let servers = try (wire.authorizationServers ?? []).prefix(Self.maximumServerCount).map { text in
            guard let server = URL(string: text), server.query() == nil, server.fragment() == nil,
                server.user() == nil
            else {
                throw Refusal(
                    .resourceMetadataMalformed,
                    "\(Self.shown(request)) names a provider by no address; report it to the API")
            }
            // A message must not show the query of the request, which may hold a secret.
            return try ProviderMetadata.secure(server, namedBy: request.withoutQuery)
        }
        guard !servers.isEmpty else {
            throw Refusal(
                .resourceMetadataMalformed,
                "\(Self.shown(request)) names no provider of its tokens; name one in the settings")
        }
        self.init(resource: resource, authorizationServers: servers, scopes: ScopeSet(wire.scopes ?? []))
    }

    /// Whether an address is one of the well-known paths, which the host alone controls.
    private static func isWellKnown(_ place: URL) -> Bool {
        let path = place.path()
        return path == wellKnownPath
            || (path.hasPrefix(wellKnownPath + "/") && covers(place, place) && !path.contains("%"))
    }

    /// Whether an address is the API's, or that of a part of it.
    package func covers(_ address: URL) -> Bool {
        Origin.isShared(by: resource, address) && Self.covers(resource, address)
    }

    /// Whether a path is another one, or below it at a slash.
    private static func covers(_ resource: URL, _ request: URL) -> Bool {
        let (path, other) = (resource.path(), request.path())
        let base = path.hasSuffix("/") ? String(path.dropLast()) : path
        // Some servers read dots as another place, also when they are encoded.
        let names = request.path(percentEncoded: false).split(separator: "/")
        let isPlain = !names.contains { $0.hasPrefix("..") || $0 == "." || $0.contains("\\") || $0.contains("%") }
        return isPlain && (other == base || other.hasPrefix(base + "/"))
    }

    /// Without query and fragment, which may hold a secret.
    private static func shown(_ address: URL) -> String {
        String(address.absoluteString.prefix { $0 != "?" && $0 != "#" })
    }

    private static let maximumByteCount = 65_536
    private static let maximumServerCount = 16
}

extension URL {
    /// The same address without query and fragment.
    package var withoutQuery: URL {
        var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
        parts?.query = nil
        parts?.fragment = nil
        return parts?.url ?? self
    }
}
