// SPDX-License-Identifier: Apache-2.0
import BrowserSignIn
import Foundation
import SignIn

/// The one account of a registration, which other processes use as well.
struct SharedAccount: Sendable {
    let registration: ClientRegistration
    let accounts: AccountStore

    private var scopes: ScopeSet { registration.scopes }

    func signIn() async throws {
        let flow = SignInFlow(registration, keepingIn: accounts)
        let account = try await flow.signIn(with: LoopbackUserAgent())
        print(account.identity.name ?? account.identity.subject)
    }

    /// Prints how many different tokens the tasks got.
    func ask(atOnce count: Int) async throws {
        let account = try await account()
        say("ready\n")
        _ = readLine()
        let tokens = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<count {
                group.addTask { try await accounts.token(for: account, scopes: scopes).revealed }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        say("\(tokens.count)\n")
    }

    /// Prints a letter as each step begins: `r` for one that refreshes if the token is over, `s` for one that saves.
    func wear() async throws {
        let account = try await account()
        while true {
            say("r")
            _ = try await accounts.token(for: account, scopes: scopes)
            say("s")
            try await accounts.setUserData(Data("\(Date())".utf8), for: account.id)
        }
    }

    /// Prints `good`, or `sign in again`; anything else ends the process with an error.
    func check() async throws {
        let account = try await account()
        do {
            _ = try await accounts.token(for: account, scopes: scopes)
            say("good\n")
        } catch let refusal as Refusal where refusal.code == .signInRequired {
            say("sign in again\n")
        }
    }

    private func account() async throws -> Account {
        if let damage = try await accounts.damagedAccounts().first { throw damage }
        let all = try await accounts.accounts(of: registration)
        guard all.count == 1 else {
            throw AccountStorageError(.unreadable, "there are \(all.count) accounts in place of one")
        }
        return all[0]
    }

    private func say(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}
