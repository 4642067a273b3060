// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird
import TenantAuthorization
import TenantControl
import TenantDirectory

/// Shows the tenant's keys, and rotates them.
struct KeyRingEndpoint: Sendable {
    private static let path = "\(TenantPath.administration)/keys"

    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        router.get(RouterPath(Self.path)) { request, _ in
            _ = try AdministrationContent.query(of: request)
            return try AdministrationReply.value(try platform.keys.ring.report)
        }
        router.post(RouterPath("\(Self.path)/rotate")) { request, _ in
            let rotation = try await AdministrationContent.value(KeyRotation.self, of: request)
            return try AdministrationReply.value(
                try await platform.keys.ring.rotate(publishedFor: rotation.publishedFor ?? KeyRotation.usualLead))
        }
    }
}
