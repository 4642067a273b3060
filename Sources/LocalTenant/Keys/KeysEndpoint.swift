// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird

/// Shows the tenant's keys, and begins a new one.
struct KeysEndpoint: Sendable {
    let platform: IdentityPlatform

    func add(to router: Router<ServingContext>) {
        router.get("/tessera/v1/keys") { _, _ in try ControlContent.reply(platform.keys.ring.report) }
        router.post("/tessera/v1/keys/rotate") { request, _ in
            let rotation = try await ControlContent.read(KeyRotation.self, from: request)
            return try ControlContent.reply(
                try await platform.keys.ring.rotate(publishedFor: rotation.publishedFor ?? KeyRotation.usualLead))
        }
    }
}
