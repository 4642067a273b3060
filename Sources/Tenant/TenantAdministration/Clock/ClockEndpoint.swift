// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird
import TenantAuthorization
import TenantControl
import TenantDirectory

/// Shows, sets and advances the tenant's clock.
struct ClockEndpoint: Sendable {
    private static let path = "\(TenantPath.administration)/clock"

    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        let path = RouterPath(Self.path)
        router.get(path) { request, _ in
            _ = try AdministrationContent.query(of: request)
            return try AdministrationReply.value(platform.clock.reading)
        }
        router.put(path) { request, _ in
            let change = try await AdministrationContent.value(ClockChange.self, of: request)
            return try AdministrationReply.value(try await platform.clock.change(change))
        }
        // Returns to the system's time.
        router.delete(path) { request, _ in
            _ = try AdministrationContent.query(of: request)
            return try AdministrationReply.value(try await platform.clock.reset())
        }
        router.post(RouterPath("\(Self.path)/advance")) { request, _ in
            let advance = try await AdministrationContent.value(ClockAdvance.self, of: request)
            return try AdministrationReply.value(try await platform.clock.advance(by: advance.seconds))
        }
    }
}
