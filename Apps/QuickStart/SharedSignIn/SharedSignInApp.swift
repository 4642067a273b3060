// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import MicrosoftIdentity
import SignIn
import SignInUI
import SwiftUI
import SystemSignIn

/// A second app of the same keychain group: who signs in with QuickStart is signed in here.
@main struct SharedSignInApp: App {
    private let session: Result<SignInSession, any Error>

    init() {
        session = Result {
            // The same registration as in QuickStart's settings.plist: accounts belong to a registration.
            let work = try ClientRegistration(
                name: "myGraphService", authority: "http://127.0.0.1:4400/common",
                clientID: "7d2d5ac8-1e5c-4b0e-9a40-6c1f2e3b8a10",
                redirectURI: "msal7d2d5ac8-1e5c-4b0e-9a40-6c1f2e3b8a10://auth",
                scopes: ["openid", "profile", "offline_access", "User.Read.All"])
            let accounts = AccountStore(
                KeychainAccountStorage(group: AccountGroup("dev.tessera.quickstart")), registrations: [work],
                over: URLSessionTransport())
            return SignInSession(SignInFlow(work, keepingIn: accounts), with: SystemUserAgent())
        }
    }

    var body: some Scene {
        WindowGroup {
            switch session {
            case .success(let session): SharedAccountView(session: session)
            case .failure(let error): Text("\(error)")
            }
        }
    }
}

/// The account that both apps share.
struct SharedAccountView: View {
    let session: SignInSession

    var body: some View {
        VStack {
            SharedAccountText(state: session.state).font(.title)
            session.failure.map { Text($0.localizedDescription) }
            SignInButton(session)
        }
    }
}

/// The state in words. The view says "Not signed in" only after the session has read the account.
struct SharedAccountText: View {
    let state: SignInSession.State

    var body: some View {
        switch state {
        case .signedIn(let account), .needsSignIn(let account): Text(account.shownName)
        case .signedOut: Text("Not signed in")
        case .notReadableYet: Text("Unlock this device first")
        case .restoring, .busy: ProgressView()
        }
    }
}

extension Account {
    /// The name for people; a provider may give none.
    fileprivate var shownName: String { identity.name ?? identity.username ?? identity.subject }
}
