// SPDX-License-Identifier: Apache-2.0
import BrowserSignIn
import Foundation
import MicrosoftGraph
import MicrosoftIdentity
import SignIn

/// The README's example; ``ReadmeTests`` holds the two together.
func signInAndFindPeople() async throws {
    // README: begin
    let registration = try ClientRegistration(
        name: "work", authority: "https://login.microsoftonline.com/common", clientID: "your client id",
        redirectURI: "http://localhost", scopes: ["offline_access", "User.ReadBasic.All"])
    let storage = SealedAccountStorage(folder: .homeDirectory.appending(path: ".my-app"))
    try await withAccounts(keptIn: storage, of: [registration]) { accounts in
        let flow = SignInFlow(registration, keepingIn: accounts)
        let account = try await flow.signIn(with: LoopbackUserAgent())
        let api = GraphClient.publicEndpoint
        let graph = flow.authorizedTransport(for: account, scopes: ["User.ReadBasic.All"], to: api)
        let people = try await GraphClient(endpoint: api, over: graph).people(givenNameStartsWith: "Ana").all()
        print(account.identity.name ?? "Somebody", "found", people.compactMap(\.displayName))
    }
    // README: end
}
