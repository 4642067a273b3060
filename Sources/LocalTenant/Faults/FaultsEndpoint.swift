// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird

/// Shows, adds and removes the rules by which the tenant fails.
struct FaultsEndpoint: Sendable {
    static let path: RouterPath = "/tessera/v1/faults"

    let platform: IdentityPlatform

    func add(to router: Router<ServingContext>) {
        router.get(Self.path) { _, _ in
            try ControlContent.reply(FaultList(faults: try await platform.faults.all()))
        }
        router.post(Self.path) { request, _ in
            let rule = try await ControlContent.read(FaultRule.self, from: request)
            return try ControlContent.reply(try await platform.faults.add(rule), status: .created)
        }
        router.delete(Self.path) { _, _ in
            try await platform.faults.removeAll()
            return Response(status: .noContent)
        }
        router.get("/tessera/v1/faults/:id") { _, context in
            try ControlContent.reply(try await platform.faults.rule(try Self.id(in: context)))
        }
        router.delete("/tessera/v1/faults/:id") { _, context in
            try await platform.faults.remove(try Self.id(in: context))
            return Response(status: .noContent)
        }
    }

    private static func id(in context: ServingContext) throws -> Int64 {
        let text = try context.parameters.require("id")
        guard let id = Int64(text) else { throw ControlError.unknown("fault", text) }
        return id
    }
}
