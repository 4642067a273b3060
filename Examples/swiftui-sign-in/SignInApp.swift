// SPDX-License-Identifier: Apache-2.0
//
// An app for iPhone, iPad and Mac: signs a person in, and shows the name that Microsoft Graph has. Put this file into a
// new app of Xcode, add the products SignIn, SignInUI, SystemSignIn, MicrosoftIdentity and MicrosoftGraph of this
// package, turn on the capability Keychain Sharing, and write your client id and redirect URI below.
import Foundation
import MicrosoftGraph
import MicrosoftIdentity
import SignIn
import SignInUI
import SwiftUI
import SystemSignIn

@main struct SignInApp: App {
    private let session = Result {
        let work = try ClientRegistration(
            name: "work", authority: "https://login.microsoftonline.com/organizations",
            clientID: "00000000-0000-0000-0000-000000000000",
            redirectURI: "msauth.com.example.app://auth", scopes: ["offline_access", "User.Read"])
        let accounts = AccountStore(KeychainAccountStorage(), registrations: [work], over: URLSessionTransport())
        return SignInSession(SignInFlow(work, keepingIn: accounts), with: SystemUserAgent())
    }

    var body: some Scene {
        WindowGroup {
            switch session {
            case .success(let session): ProfileView(session: session)
            case .failure(let error): Text("\(error)")
            }
        }
    }
}

struct ProfileView: View {
    let session: SignInSession
    @State private var name = ""

    var body: some View {
        VStack {
            Text(name).font(.title)
            session.failure.map { Text($0.localizedDescription) }
            SignInButton(session)
        }
        .task(id: session.account?.id) { await load() }
    }

    /// Asks Graph for the person who is signed in; without an account there is no transport.
    private func load() async {
        let graph = session.transport(to: GraphClient.publicEndpoint, scopes: ["User.Read"])
            .map { GraphClient(endpoint: GraphClient.publicEndpoint, over: $0) }
        do { name = try await graph?.me().displayName ?? "" } catch is CancellationError {
            // The account has changed, and another task loads its name.
        } catch { name = error.localizedDescription }
    }
}
