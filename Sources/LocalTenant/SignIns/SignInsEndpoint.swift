// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird

/// Signs people in without a click.
struct SignInsEndpoint: Sendable {
    static let automaticPath: RouterPath = "/tessera/v1/automatic-sign-ins"

    let platform: IdentityPlatform

    private var oneTime: OneTimeSignIns { OneTimeSignIns(platform: platform) }

    func add(to router: Router<ServingContext>) {
        router.post("/tessera/v1/sign-ins") { request, _ in
            let signIn = try await ControlContent.read(OneTimeSignIn.self, from: request)
            return try ControlContent.reply(try await oneTime.issue(signIn), status: .created)
        }
        router.get("/tessera/v1/sign-ins/:secret") { request, context in
            // Whoever only looks must not use it up.
            guard request.method == .get else { return Response(status: .methodNotAllowed, headers: [.allow: "GET"]) }
            return try await oneTime.redeem(try context.parameters.require("secret"), in: request)
        }
        router.get(Self.automaticPath) { _, _ in
            try ControlContent.reply(AutomaticSignInList(automaticSignIns: try await platform.automaticSignIns.all()))
        }
        router.post(Self.automaticPath) { request, _ in
            let signIn = try await ControlContent.read(AutomaticSignIn.self, from: request)
            return try ControlContent.reply(try await platform.automaticSignIns.set(signIn), status: .created)
        }
        router.delete(Self.automaticPath) { _, _ in
            try await platform.automaticSignIns.remove()
            return Response(status: .noContent)
        }
        router.delete("/tessera/v1/automatic-sign-ins/:client") { _, context in
            try await platform.automaticSignIns.remove(try context.parameters.require("client"))
            return Response(status: .noContent)
        }
    }
}
