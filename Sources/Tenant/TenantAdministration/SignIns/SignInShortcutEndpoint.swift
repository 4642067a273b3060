// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import TenantAuthorization
import TenantControl
import TenantDirectory
import TenantTesting

/// Signs people in without a page.
struct SignInShortcutEndpoint: Sendable {
    static let path = OneTimeSignIns.path
    private static let automaticPath = "\(TenantPath.administration)/automatic-sign-ins"

    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        addOneTime(OneTimeSignIns(platform: platform), to: router)
        addAutomatic(to: router)
    }

    private func addOneTime(_ signIns: OneTimeSignIns, to router: Router<ServingContext>) {
        router.take(Self.path) { (signIn: OneTimeSignIn) in
            try AdministrationReply.value(try await signIns.issue(signIn), status: .created)
        }
        router.get(RouterPath("\(Self.path)/:secret")) { request, context in
            _ = try AdministrationContent.query(of: request)
            // A HEAD request, such as a link preview's, must not use the address up.
            guard request.method == .get else {
                throw AdministrationProblem(
                    .methodNotAllowed, "This address accepts only GET, once.", fields: [.allow: "GET"])
            }
            return try await signIns.redeem(try context.part("secret"), in: request)
        }
    }

    private func addAutomatic(to router: Router<ServingContext>) {
        router.answer(Self.automaticPath) { _ in
            try AdministrationReply.value(
                AutomaticSignInList(automaticSignIns: try await platform.automaticSignIns.all()))
        }
        router.take(Self.automaticPath) { (signIn: AutomaticSignIn) in
            try AdministrationReply.value(
                try await platform.automaticSignIns.set(signIn), status: .created,
                at: "\(Self.automaticPath)/\(signIn.clientID.lowercased())")
        }
        router.remove(Self.automaticPath) { _ in try await platform.automaticSignIns.removeAll() }
        router.remove("\(Self.automaticPath)/:client") { context in
            try await platform.automaticSignIns.remove(try context.part("client"))
        }
    }
}
