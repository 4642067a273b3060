// SPDX-License-Identifier: Apache-2.0
import Foundation
package import HTTPServing
import HTTPTypes
package import Hummingbird
import OAuth
package import TenantAuthorization
import TenantDirectory

/// Tells client libraries the hosts of authorities and the addresses of their metadata.
///
/// The real service requires https for the address in question; the tenant's own may have any scheme.
package struct InstanceDiscoveryEndpoint: Sendable {
    package let platform: PlatformContext

    package init(platform: PlatformContext) {
        self.platform = platform
    }

    package func add(to router: Router<ServingContext>) {
        router.get("/:tenant/discovery/instance") { request, context in
            guard try context.parameters.require("tenant").lowercased() == TenantSelector.Shared.common.rawValue else {
                throw HTTPError(.notFound)
            }
            do {
                return JSONReply.make(try answer(FormParameters(encoded: request.uri.query ?? "")), cacheable: true)
            } catch let error as EntraError {
                return try ErrorReply(
                    error, settings: platform.settings, correlationID: CorrelationID(in: request.headers)
                ).json()
            }
        }
    }

    private func answer(_ parameters: FormParameters?) throws -> OrderedJSON {
        guard let parameters else { throw EntraError.malformedRequest("it is not percent-encoded UTF-8") }
        let version = parameters["api-version"]
        guard let version, ["1.0", "1.1"].contains(version) else { throw EntraError.badDiscoveryVersion }
        let places = ["issuer", "authorization_endpoint"].compactMap { name in parameters[name].map { (name, $0) } }
        guard places.count == 1, let (name, text) = places.first else { throw EntraError.oneDiscoveryAddress }
        let document = ("tenant_discovery_endpoint", OrderedJSON.string(try metadataURL(of: text, named: name)))
        guard version == "1.1" else { return .object([document]) }
        return .object([
            document, ("api-version", .string(version)),
            ("metadata", .array((CloudInstance.recorded + [own]).map(\.json))),
        ])
    }

    /// The address of an authority's metadata: version 2 for the endpoints of version 2.
    private func metadataURL(of text: String, named name: String) throws -> String {
        guard let components = URLComponents(string: text), let host = components.host?.lowercased(),
            let tenant = components.path.split(separator: "/").first
        else { throw EntraError.badDiscoveryAddress(name) }
        let authority = components.port.map { "\(host):\($0)" } ?? host
        let isOwn = own.aliases.contains(authority)
        guard isOwn || components.scheme == "https" else { throw EntraError.badDiscoveryAddress(name) }
        guard isOwn || CloudInstance.recorded.contains(where: { $0.aliases.contains(authority) }) else {
            throw EntraError.unknownInstance
        }
        let base = isOwn ? platform.baseURL : "https://\(authority)"
        let version = components.path.contains("/v2.0") ? "/v2.0" : ""
        return "\(base)/\(FormParameters.encoded(String(tenant)))\(version)/.well-known/openid-configuration"
    }

    /// This tenant with all its host names.
    private var own: CloudInstance {
        let name = platform.settings.names.base.place
        let others = platform.settings.names.authorities.map { "\($0)" }.filter { $0 != name }.sorted()
        return CloudInstance(name, aliases: [name] + others)
    }
}
