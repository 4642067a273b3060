// SPDX-License-Identifier: Apache-2.0
import Foundation
import MicrosoftGraph
import QuickStart
import SignIn
import TaskList

/// The app behind a command: its settings, its accounts, and what sends its requests.
struct AppSession {
    let settings: Settings
    let accounts: AccountStore
    let transport: any Transport

    /// Runs `body` with the app of the chosen settings.
    static func run<Result>(
        _ options: SettingsOptions, _ body: (AppSession) async throws -> Result
    ) async throws -> Result {
        let settings = try options.load()
        let limits = TransportLimits(deadline: .milliseconds(Int64(options.timeout * 1000)))
        return try await withSystemTransport(limits: limits) { transport in
            let accounts = AccountStore(FileAccountStorage(folder: Folders.accounts))
            return try await body(AppSession(settings: settings, accounts: accounts, transport: transport))
        }
    }

    /// The account that a command uses: the one that was named, else the latest sign-in.
    func account(named name: String?) async throws -> Account {
        let all = try await accounts.accounts(of: settings.registration)
        guard let name else {
            guard let latest = all.first else {
                throw Refusal(.signInRequired, "nobody is signed in")
            }
            return latest
        }
        guard let account = all.first(where: { $0.isNamed(name) }) else {
            throw CommandError(
                "no account is named '\(name)'",
                hint: "see the names with `tessera accounts`, or run `tessera sign-in`",
                .signInRequired)
        }
        return account
    }

    /// People search with an account's tokens.
    func graph(as account: Account) throws -> GraphClient {
        guard let graph = settings.graph else {
            throw CommandError(
                "these settings name no directory to search", hint: "use a file with the key graphAPI",
                .settingsWrong)
        }
        let scopes = settings.registration.scopes.resourcePart
        return GraphClient(
            endpoint: graph, over: flow.authorizedTransport(for: account, scopes: scopes, to: graph))
    }

    /// The task list with an account's tokens.
    func taskList(as account: Account) throws -> TaskListClient {
        guard let tasks = settings.tasks else {
            throw CommandError(
                "these settings name no task API", hint: "add the keys taskAPI and taskScopes to the file",
                .settingsWrong)
        }
        return TaskListClient(
            endpoint: tasks.endpoint,
            over: flow.authorizedTransport(for: account, scopes: tasks.scopes, to: tasks.endpoint))
    }

    /// The sign-in of these settings.
    var flow: SignInFlow {
        SignInFlow(settings.registration, rules: settings.rules, over: transport, keepingIn: accounts)
    }
}

extension Account {
    /// Whether a name that a person typed means this account.
    func isNamed(_ name: String) -> Bool {
        id.rawValue == name || identity.username?.lowercased() == name.lowercased()
            || identity.objectID == name
    }
}
