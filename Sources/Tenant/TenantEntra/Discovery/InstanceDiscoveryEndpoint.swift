// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import Hosts
import OAuthMessages
import PortableFoundation
import TenantAuthorization
import TenantDirectory

/// The real service requires https in the request's URL; the tenant's own may have any scheme.
struct InstanceDiscoveryEndpoint: Sendable {
    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
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

    private func metadataURL(of text: String, named name: String) throws -> String {
        guard let components = URLComponents(string: text), let host = try? URLHost(of: components),
            let tenant = components.path.split(separator: "/").first
        else { throw EntraError.badDiscoveryAddress(name) }
        let authority = host.authority(port: components.port)
        let isOwn = own.aliases.contains(authority)
        guard isOwn || components.scheme == "https" else { throw EntraError.badDiscoveryAddress(name) }
        guard isOwn || CloudInstance.recorded.contains(where: { $0.aliases.contains(authority) }) else {
            throw EntraError.unknownInstance
        }
        let base = isOwn ? platform.baseURL : "https://\(authority)"
        let version = components.path.contains("/v2.0") ? "/v2.0" : ""
        return "\(base)/\(FormParameters.encoded(String(tenant)))\(version)/.well-known/openid-configuration"
    }

    private var own: CloudInstance {
        let name = platform.settings.names.base.place
        let others = platform.settings.names.authorities.map { "\($0)" }.filter { $0 != name }.sorted()
        return CloudInstance(name, aliases: [name] + others)
    }
}

struct CloudInstance: Sendable, Hashable {
    let preferredNetwork: String
    let preferredCache: String
    let aliases: [String]

    init(_ preferredNetwork: String, cache: String? = nil, aliases: [String]) {
        self.preferredNetwork = preferredNetwork
        preferredCache = cache ?? preferredNetwork
        self.aliases = aliases
    }

    /// Microsoft's clouds, as recorded.
    static let recorded = [
        CloudInstance(
            "login.microsoftonline.com", cache: "login.windows.net",
            aliases: ["login.microsoftonline.com", "login.windows.net", "login.microsoft.com", "sts.windows.net"]),
        CloudInstance(
            "login.partner.microsoftonline.cn", aliases: ["login.partner.microsoftonline.cn", "login.chinacloudapi.cn"]),
        CloudInstance("login.microsoftonline.de", aliases: ["login.microsoftonline.de"]),
        CloudInstance("login.microsoftonline.us", aliases: ["login.microsoftonline.us", "login.usgovcloudapi.net"]),
        CloudInstance("login-us.microsoftonline.com", aliases: ["login-us.microsoftonline.com"]),
    ]

    var json: OrderedJSON {
        .object([
            ("preferred_network", .string(preferredNetwork)), ("preferred_cache", .string(preferredCache)),
            ("aliases", .texts(aliases)),
        ])
    }
}

/// Returns where a user name's password is managed; no domain here is federated, and other domains are unknown.
struct UserRealmEndpoint: Sendable {
    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        for path: RouterPath in ["/:tenant/userrealm/:user", "/:tenant/UserRealm/:user"] {
            router.get(path) { _, context in
                guard try context.parameters.require("tenant").lowercased() == TenantSelector.Shared.common.rawValue
                else { throw HTTPError(.notFound) }
                return try await answer(try context.parameters.require("user"))
            }
        }
    }

    private func answer(_ path: String) async throws -> Response {
        let user = path.percentDecoded ?? path
        let domain = user.lastIndex(of: "@").map { String(user[user.index(after: $0)...]) } ?? ""
        let tenant = try await platform.database.tenants().first {
            $0.kind == .organization && $0.domain.lowercased() == domain.lowercased()
        }
        var members: [(String, OrderedJSON)] = [
            ("ver", .string("1.0")), ("account_type", .string(tenant == nil ? "Unknown" : "Managed")),
        ]
        if let tenant { members.append(("domain_name", .string(tenant.domain))) }
        members += [
            ("cloud_instance_name", .string("microsoftonline.com")),
            ("cloud_audience_urn", .string("urn:federation:MicrosoftOnline")),
        ]
        return JSONReply.make(.object(members))
    }
}
