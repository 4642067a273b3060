// SPDX-License-Identifier: Apache-2.0
import Foundation
package import HTTPServing
import HTTPTypes
package import Hummingbird
package import TenantAuthorization
import TenantDirectory

/// Tells client libraries whether a user name's domain has its passwords here, before they send one.
///
/// No domain here is federated: the domain of a work directory is managed, every other is unknown.
package struct UserRealmEndpoint: Sendable {
    package let platform: PlatformContext

    package init(platform: PlatformContext) {
        self.platform = platform
    }

    package func add(to router: Router<ServingContext>) {
        for path: RouterPath in ["/:tenant/userrealm/:user", "/:tenant/UserRealm/:user"] {
            router.get(path) { _, context in
                guard try context.parameters.require("tenant").lowercased() == TenantSelector.Shared.common.rawValue
                else { throw HTTPError(.notFound) }
                return try await answer(try context.parameters.require("user"))
            }
        }
    }

    private func answer(_ path: String) async throws -> Response {
        let user = path.removingPercentEncoding ?? path
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
