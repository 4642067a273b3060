// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes
import Hummingbird
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
        router.post(RouterPath(Self.path)) { request, _ in
            let signIn = try await AdministrationContent.value(OneTimeSignIn.self, of: request)
            return try AdministrationReply.value(try await signIns.issue(signIn), status: .created)
        }
        router.get(RouterPath("\(Self.path)/:secret")) { request, context in
            _ = try AdministrationContent.query(of: request)
            // A HEAD request, such as a link preview's, must not use the address up.
            guard request.method == .get else {
                throw AdministrationProblem(
                    .methodNotAllowed, "This address answers to GET, once.", fields: [.allow: "GET"])
            }
            return try await signIns.redeem(try context.part("secret"), in: request)
        }
    }

    private func addAutomatic(to router: Router<ServingContext>) {
        let (all, one) = (RouterPath(Self.automaticPath), RouterPath("\(Self.automaticPath)/:client"))
        router.get(all) { request, _ in
            _ = try AdministrationContent.query(of: request)
            return try AdministrationReply.value(
                AutomaticSignInList(automaticSignIns: try await platform.automaticSignIns.all()))
        }
        router.post(all) { request, _ in
            let signIn = try await AdministrationContent.value(AutomaticSignIn.self, of: request)
            return try AdministrationReply.value(
                try await platform.automaticSignIns.set(signIn), status: .created,
                at: "\(Self.automaticPath)/\(signIn.clientID.lowercased())")
        }
        router.delete(all) { request, _ in
            _ = try AdministrationContent.query(of: request)
            try await platform.automaticSignIns.removeAll()
            return AdministrationReply.done
        }
        router.delete(one) { request, context in
            _ = try AdministrationContent.query(of: request)
            try await platform.automaticSignIns.remove(try context.part("client"))
            return AdministrationReply.done
        }
    }
}
