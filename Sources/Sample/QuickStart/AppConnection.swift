// SPDX-License-Identifier: Apache-2.0
public import MicrosoftGraph
import PortableFoundation
public import SignIn
public import TaskListClient

/// One registration of the app with its accounts, as its pages need them.
///
/// An app with two registrations, one for people search and one for tasks, has two connections.
public struct AppConnection: Sendable {
    /// The registration, with the addresses of its APIs.
    public let settings: Settings
    /// The storage of its accounts.
    public let accounts: AccountStore
    /// Lets the person answer a challenge of an API, with a token for these permissions; `nil` leaves it to the page.
    private let answer: Answer?

    /// Gets a token with these permissions that meets the challenge; the account store has it then.
    public typealias Answer = @Sendable (Account, ChallengeAnswer, ScopeSet) async throws -> Void

    /// Creates a connection; with `answer`, requests are repeated after a challenge.
    public init(_ settings: Settings, accounts: AccountStore, answeringChallengesBy answer: Answer? = nil) {
        self.settings = settings
        self.accounts = accounts
        self.answer = answer
    }

    /// Creates a connection whose APIs can lead the person to the provider's pages.
    public init(_ settings: Settings, accounts: AccountStore, answeringChallengesWith agent: some UserAgent) {
        let flow = SignInFlow(settings.registration, keepingIn: accounts)
        self.init(settings, accounts: accounts) { account, challenge, permissions in
            _ = try await flow.extend(account, by: permissions, with: agent, options: challenge.options)
        }
    }

    /// The sign-in flow of these settings.
    public var flow: SignInFlow { flow(asking: []) }

    /// The account that a page uses: the chosen one, or the latest sign-in without a choice.
    ///
    /// - Throws: `Refusal` (`signInRequired`) if there is no account, or not the chosen one; `AccountStorageError`.
    public func account(_ chosen: Account.ID? = nil) async throws -> Account {
        let all = try await accounts.accounts(of: settings.registration)
        guard let chosen else {
            guard let latest = all.first else { throw Refusal(.signInRequired, "no account is signed in") }
            return latest
        }
        // No other account may replace a missing one: the page would write another person's data.
        guard let account = all.first(where: { $0.id == chosen }) else {
            throw Refusal(.signInRequired, "the chosen account is no longer signed in")
        }
        return account
    }

    /// A client for people search with an account's tokens.
    ///
    /// - Throws: ``Failure`` if the settings name no Graph.
    public func graph(as account: Account) throws -> GraphClient {
        guard let graph = settings.graph else {
            throw Failure(.noPeopleSearch, .correctRegistration)
        }
        let scopes = settings.registration.scopes.resourcePart
        return GraphClient(endpoint: graph, over: transport(for: account, scopes: scopes, to: graph))
    }

    /// A client for the task list with an account's tokens.
    ///
    /// - Throws: ``Failure`` if the settings name no task API.
    public func taskList(as account: Account) throws -> TaskListClient {
        guard let tasks = settings.tasks else {
            throw Failure(.noTaskList, .correctRegistration)
        }
        return TaskListClient(
            endpoint: tasks.endpoint, over: transport(for: account, scopes: tasks.scopes, to: tasks.endpoint))
    }

    private func transport(for account: Account, scopes: ScopeSet, to api: URL) -> AuthorizedTransport {
        guard let answer else { return flow.authorizedTransport(for: account, scopes: scopes, to: api) }
        return AuthorizedTransport(
            flow.session(of: account), scopes: scopes, to: api, over: accounts.transport
        ) { challenge, permissions in
            try await answer(account, challenge, permissions)
        }
    }

    /// The sign-in flow with further scopes; the accounts are the same.
    public func flow(asking more: ScopeSet) -> SignInFlow {
        SignInFlow(settings.registration.asking(for: more), keepingIn: accounts)
    }

    /// The flow that changes an account, and stores none; `nil` if the settings have none.
    func flow(for change: AccountChange) -> SignInFlow? {
        settings.registration(for: change).map {
            SignInFlow(
                $0,
                keepingIn: AccountStore(
                    MemoryAccountStorage(), over: accounts.transport, time: accounts.time))
        }
    }
}
