// SPDX-License-Identifier: Apache-2.0
import Foundation
public import MicrosoftGraph
public import SignIn
public import TaskList

/// One registration of the app with its accounts: what the pages that use it are made from.
///
/// An app with two registrations, one for people search and one for tasks, has two.
public struct AppConnection: Sendable {
    /// The registration, and the APIs that it is for.
    public let settings: Settings
    /// Where its accounts are kept.
    public let accounts: AccountStore

    /// Creates a connection.
    public init(_ settings: Settings, accounts: AccountStore) {
        self.settings = settings
        self.accounts = accounts
    }

    /// The sign-in of these settings.
    public var flow: SignInFlow { flow(asking: []) }

    /// The account that a page uses: the chosen one; the latest sign-in if none was chosen.
    ///
    /// - Throws: `Refusal` (`signInRequired`) if there is none, or the chosen one is gone; `AccountStorageError`.
    public func account(_ chosen: Account.ID? = nil) async throws -> Account {
        let all = try await accounts.accounts(of: settings.registration)
        guard let chosen else {
            guard let latest = all.first else { throw Refusal(.signInRequired, "nobody is signed in") }
            return latest
        }
        // Never another person in place of one that is gone: what is written would be theirs.
        guard let account = all.first(where: { $0.id == chosen }) else {
            throw Refusal(.signInRequired, "the account that was chosen is not signed in any more")
        }
        return account
    }

    /// People search with an account's tokens.
    ///
    /// - Throws: ``Failure`` if the settings name no Graph.
    public func graph(as account: Account) throws -> GraphClient {
        guard let graph = settings.graph else {
            throw Failure(
                "These settings have no people search.", hint: "Use the settings that name graphAPI.", actions: [])
        }
        let scopes = settings.registration.scopes.resourcePart
        return GraphClient(
            endpoint: graph, over: flow.authorizedTransport(for: account, scopes: scopes, to: graph))
    }

    /// The task list with an account's tokens.
    ///
    /// - Throws: ``Failure`` if the settings name no task API.
    public func taskList(as account: Account) throws -> TaskListClient {
        guard let tasks = settings.tasks else {
            throw Failure("These settings have no task list.", hint: "Use the settings that name taskAPI.", actions: [])
        }
        return TaskListClient(
            endpoint: tasks.endpoint,
            over: flow.authorizedTransport(for: account, scopes: tasks.scopes, to: tasks.endpoint))
    }

    /// The sign-in with more permissions than the settings name; the accounts are the same.
    package func flow(asking more: ScopeSet) -> SignInFlow {
        SignInFlow(settings.registration.asking(for: more), keepingIn: accounts)
    }

    /// The pages that set a new password, which keep no account; `nil` if there are none.
    var resetFlow: SignInFlow? {
        settings.passwordReset.map {
            SignInFlow(
                $0,
                keepingIn: AccountStore(
                    MemoryAccountStorage(), over: accounts.transport, time: accounts.time))
        }
    }
}
