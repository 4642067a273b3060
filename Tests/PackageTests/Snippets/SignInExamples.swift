// SPDX-License-Identifier: Apache-2.0
import BrowserSignIn
import Foundation
import HTTPTransport
import SignIn

/// Stands for a sign-in session of the system, which shows pages outside the app.
protocol SystemSession: Sendable {
    func address(after page: URL, scheme: String) async throws -> URL
}

// snippet: UserAgent
struct SystemUserAgent: UserAgent {
    let session: any SystemSession

    func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit {
        SystemVisit(redirectURI: registered, session: session)
    }
}
// snippet: end

// snippet: UserAgentVisit
struct SystemVisit: UserAgentVisit {
    let redirectURI: RedirectURI
    let session: any SystemSession

    func open(_ url: URL) async throws -> Redacted<URL> {
        Redacted(try await session.address(after: url, scheme: redirectURI.scheme))
    }
}
// snippet: end

/// The examples of the sign-in, in the doc comments.
struct SignInExamples {
    let registration: ClientRegistration
    let storage: any AccountStorage
    let agent: LoopbackUserAgent

    func wholeFlow() async throws {
        // snippet: SignInFlow
        try await withAccounts(keptIn: storage) { accounts in
            let flow = SignInFlow(registration, keepingIn: accounts)
            let account = try await flow.signIn(with: agent)
            await show("Hello, \(account.identity.name ?? "you")!")
        }
        // snippet: end
    }

    func wholeProgram(_ folder: URL, _ work: ClientRegistration) async throws {
        // snippet: withAccounts
        try await withAccounts(keptIn: SealedAccountStorage(folder: folder), of: [work]) { accounts in
            let account = try await SignInFlow(work, keepingIn: accounts).signIn(with: agent)
            let token = try await accounts.token(for: account, scopes: ["User.Read"])
            try await upload(with: token)
        }
        // snippet: end
    }

    func signOut(_ account: Account, _ flow: SignInFlow) async throws {
        // snippet: SignOut
        let outcome = try await flow.signOut(account, with: agent)
        if case .open(let address) = outcome.session { await show("Open \(address) to sign out there too.") }
        if let reason = outcome.failure { await show("The provider may not know of it: \(reason)") }
        // snippet: end
    }
}

/// The examples of accounts and their tokens.
struct AccountExamples {
    let accounts: AccountStore
    let flow: SignInFlow

    func store(_ storage: any AccountStorage, _ work: ClientRegistration, _ transport: any Transport) async throws {
        // snippet: AccountStore
        let accounts = AccountStore(storage, registrations: [work], over: transport)
        for account in try await accounts.accounts(of: work) where !account.needsSignIn {
            let token = try await accounts.token(for: account, scopes: ["User.Read"])
            try await upload(with: token)
        }
        // snippet: end
    }

    func account() async throws {
        // snippet: Account
        for account in try await accounts.accounts() {
            let name = account.identity.name ?? "One person"
            await show(account.needsSignIn ? "\(name) must sign in again." : "\(name) is signed in.")
        }
        // snippet: end
    }

    func event(_ agent: LoopbackUserAgent) async throws {
        // snippet: AccountEvent
        for await event in accounts.events() {
            switch event {
            case .added(let account): await show("Hello, \(account.identity.name ?? "you")!")
            case .needsSignIn: await show("Please sign in again.", offering: .signInAgain)
            default: break
            }
        }
        // snippet: end
    }

    // snippet: AccessTokenSource
    struct ConfiguredToken: AccessTokenSource {
        let token: Redacted<String>  // from the settings of a test

        func accessToken(for scopes: ScopeSet, rejected: Redacted<String>?) async throws -> Redacted<String> {
            token
        }
    }
    // snippet: end

    struct Profile: Decodable {
        let displayName: String
    }

    func authorizedTransport(_ account: Account, _ api: URL) async throws -> Profile {
        // snippet: AuthorizedTransport
        let transport = flow.authorizedTransport(for: account, scopes: ["User.Read"], to: api)
        let response = try await transport.send(HTTPRequest(url: api.appending(path: "me")))
        let profile = try JSONDecoder().decode(Profile.self, from: response.body)
        // snippet: end
        return profile
    }

    @MainActor func session(_ work: ClientRegistration, _ accounts: AccountStore, _ agent: LoopbackUserAgent) async {
        // snippet: SignInSession
        let session = SignInSession(SignInFlow(work, keepingIn: accounts), with: agent)
        await session.restore()
        if session.state == .signedOut { await session.signIn() }
        if case .signedIn(let account) = session.state { await show("Hello, \(account.identity.name ?? "you")!") }
        // snippet: end
        // snippet: SignInSession.State
        switch session.state {
        case .signedIn(let account): await show("Hello, \(account.identity.name ?? "you")!")
        case .needsSignIn: await show("Please sign in again.", offering: .signInAgain)
        default: break
        }
        // snippet: end
    }
}
