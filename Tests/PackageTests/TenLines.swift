// SPDX-License-Identifier: Apache-2.0
import Foundation
import LoopbackUserAgent
import MicrosoftGraph
import MicrosoftIdentity
import SignIn

/// The README's example; ``ReadmeTests`` holds the two together.
func signInAndFindPeople() async throws {
    // README: begin
    let registration = try ClientRegistration(
        name: "work", authority: "https://login.microsoftonline.com/common", clientID: "your client id",
        redirectURI: "http://localhost", scopes: ["offline_access", "User.ReadBasic.All"])
    let accounts = AccountStore(FileAccountStorage(folder: .homeDirectory.appending(path: ".my-app")))
    try await withSystemTransport { transport in
        let flow = SignInFlow(registration, rules: .entra, over: transport, keepingIn: accounts)
        let account = try await flow.signIn(with: LoopbackUserAgent(browser: .environment))
        let graph = URL(string: "https://graph.microsoft.com/v1.0")!
        let client = GraphClient(
            endpoint: graph,
            over: flow.authorizedTransport(for: account, scopes: ["User.ReadBasic.All"], to: graph))
        print(
            account.identity.name ?? "You", "found", try await client.people(givenNameStartsWith: "Ana").all()
        )
    }
    // README: end
}
