// SPDX-License-Identifier: Apache-2.0
import AuthenticationServices
import Foundation
import SignIn
import SwiftUI
import SystemSignIn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct SystemSignInExamples {
    let flow: SignInFlow
    let work: ClientRegistration

    private func show(_ text: String) async {}

    func agent() async throws {
        // snippet: SystemUserAgent
        let agent = SystemUserAgent()
        let account = try await flow.signIn(with: agent)
        await show("Hello, \(account.identity.name ?? "you")!")
        // snippet: end
    }

    func session() async throws {
        // snippet: SystemUserAgent.BrowserSession
        let agent = SystemUserAgent(browserSession: .ephemeral)  // a shared device
        let account = try await flow.signIn(with: agent)
        await show("Hello, \(account.identity.name ?? "you")!")
        // snippet: end
    }

    func error() async throws -> Account? {
        var account: Account?
        // snippet: SystemUserAgentError
        do {
            account = try await flow.signIn(with: SystemUserAgent())
        } catch SystemUserAgentError.Code.cancelled {
            return nil
        }
        // snippet: end
        return account
    }

    func download(_ api: URL, _ transport: AuthorizedTransport) async throws {
        // snippet: URLRequest.authorized
        let request = try await URLRequest(url: api.appending(path: "report")).authorized(for: transport)
        let (file, _) = try await URLSession.shared.download(for: request)
        await show("The report is at \(file.path).")
        // snippet: end
    }

    func keychain() async throws {
        // snippet: KeychainAccountStorage
        let storage = KeychainAccountStorage(group: AccountGroup("com.example.office"))
        try await withAccounts(keptIn: storage, of: [work]) { accounts in
            await show("You have \(try await accounts.accounts().count) accounts.")
        }
        // snippet: end
    }
}

struct SwiftUISessionExample: View {
    let flow: SignInFlow
    // snippet: SystemUserAgent.init
    @Environment(\.webAuthenticationSession) private var webAuthenticationSession

    func signIn() async throws -> Account {
        try await flow.signIn(with: SystemUserAgent(webAuthenticationSession))
    }
    // snippet: end

    var body: some View { EmptyView() }
}
