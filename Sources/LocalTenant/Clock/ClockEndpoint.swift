// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird

/// Shows and moves the tenant's clock.
struct ClockEndpoint: Sendable {
    static let path: RouterPath = "/tessera/v1/clock"

    let platform: IdentityPlatform

    func add(to router: Router<ServingContext>) {
        router.get(Self.path) { _, _ in try ControlContent.reply(platform.clock.reading) }
        router.put(Self.path) { request, _ in
            try ControlContent.reply(
                try await platform.clock.change(try await ControlContent.read(ClockChange.self, from: request)))
        }
        // The system's time again.
        router.delete(Self.path) { _, _ in try ControlContent.reply(try await platform.clock.reset()) }
        router.post("/tessera/v1/clock/advance") { request, _ in
            let advance = try await ControlContent.read(ClockAdvance.self, from: request)
            return try ControlContent.reply(try await platform.clock.advance(by: advance.seconds))
        }
    }
}
