// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation

/// The APIs that accept access tokens of the provider. RFC 8707 §2, RFC 9396 §2
struct ResourceServers: Sendable {
    /// The maximum number of APIs per request; the limit is Tessera's.
    static let mostTargets = 8

    let all: [StandardClient]

    var scopes: [String] { ScopeSet(all.flatMap(\.metadata.resourceScopes)).scopes }

    var detailTypes: Set<String> { Set(all.flatMap(\.metadata.authorizationDetailsTypes)) }

    /// A client that registered itself may request all scopes: it was not configured, and the person is asked.
    func scopes(allowedTo client: StandardClient) -> Set<String> {
        Set(client.metadata.scopes + (client.isSelfRegistered ? scopes : []))
    }

    func targets(of form: FormParameters) throws -> [StandardClient] {
        let names = form.all("resource").filter { !$0.isEmpty }
        guard names.count <= Self.mostTargets else {
            throw StandardError(.invalidTarget, "A request can contain at most \(Self.mostTargets) resources.")
        }
        return try names.reduce(into: []) { targets, name in
            let target = try target(name)
            if !targets.contains(where: { $0.id == target.id }) { targets.append(target) }
        }
    }

    private func target(_ name: String) throws -> StandardClient {
        guard name.utf8.count <= 2048, !name.contains("#"), let url = URL(string: name), url.scheme != nil else {
            throw StandardError(.invalidTarget, "The resource is not an absolute URI without a fragment.")
        }
        let target = all.first { server in
            server.metadata.resource.map { Self.withoutRootPath($0) == Self.withoutRootPath(name) } ?? false
        }
        guard let target else {
            throw StandardError(.invalidTarget, "No API is registered here for that resource.")
        }
        return target
    }

    /// An empty path and `/` are the same. RFC 3986 §6.2.3
    private static func withoutRootPath(_ uri: String) -> String {
        uri.hasSuffix("/") && uri.split(separator: "/").count == 2 ? String(uri.dropLast()) : uri
    }
}
