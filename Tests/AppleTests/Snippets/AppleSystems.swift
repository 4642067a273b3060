// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import SignIn
import SignInUI
import SwiftUI
import SystemSignIn

/// The code of the article about Apple's systems.
@MainActor struct AppleSystems {
    let work: ClientRegistration
    let transport: any Transport

    func session() -> SignInSession {
        // snippet: an app with one account
        let accounts = AccountStore(KeychainAccountStorage(), registrations: [work], over: transport)
        let session = SignInSession(SignInFlow(work, keepingIn: accounts), with: SystemUserAgent())
        // snippet: end
        return session
    }

    // snippet: a page with the button
    struct AccountPage: View {
        let session: SignInSession

        var body: some View {
            VStack {
                // The state is signedOut only after the stored account was loaded.
                if session.state == .signedOut { Text("Nobody is signed in.") }
                session.account.map { Text($0.identity.name ?? "Signed in.") }
                session.failure.map { Text($0.localizedDescription) }
                SignInButton(session)
            }
        }
    }
    // snippet: end

    func profile(_ session: SignInSession, _ api: URL) async throws -> Data? {
        // snippet: a call with the account
        guard let transport = session.transport(to: api, scopes: ["User.Read"]) else { return nil }
        let response = try await transport.send(HTTPRequest(url: api.appending(path: "me")))
        // snippet: end
        return response.body
    }

    func firstStart(_ storage: KeychainAccountStorage, _ defaults: UserDefaults) async throws {
        // snippet: nothing after a reinstall
        if !defaults.bool(forKey: "hasStartedBefore") {
            try await storage.removeAll()
            defaults.set(true, forKey: "hasStartedBefore")
        }
        // snippet: end
    }
}
