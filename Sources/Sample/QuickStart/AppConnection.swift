// SPDX-License-Identifier: Apache-2.0
public import MicrosoftGraph
import PortableFoundation
public import SignIn
public import TaskListClient

/// One registration with its accounts; an app with two registrations has two connections.
public struct AppConnection: Sendable {
    /// The registration, with the URLs of its APIs.
    public let settings: Settings
    /// The storage of its accounts.
    public let accounts: AccountStore
    private let answer: Answer?

    /// Gets a token with these permissions that satisfies the challenge.
    public typealias Answer = @Sendable (Account, ChallengeAnswer, ScopeSet) async throws -> Void

    /// Creates a connection; with `answer`, requests are repeated after a challenge.
    public init(_ settings: Settings, accounts: AccountStore, answeringChallengesBy answer: Answer? = nil) {
        self.settings = settings
        self.accounts = accounts
        self.answer = answer
    }

    /// Creates a connection whose APIs can send the user to the provider's pages.
    public init(_ settings: Settings, accounts: AccountStore, answeringChallengesWith agent: some UserAgent) {
        let flow = SignInFlow(settings.registration, keepingIn: accounts)
        self.init(settings, accounts: accounts) { account, challenge, permissions in
            _ = try await flow.extend(account, by: permissions, with: agent, options: challenge.options)
        }
    }

    /// The sign-in flow of the settings.
    public var flow: SignInFlow { flow(asking: []) }

    /// Returns the chosen account, or the latest sign-in without a choice.
    ///
    /// - Throws: `Refusal` (`signInRequired`) without that account; `AccountStorageError`.
    public func account(_ chosen: Account.ID? = nil) async throws -> Account {
        let all = try await accounts.accounts(of: settings.registration)
        guard let chosen else {
            guard let latest = all.first else { throw Refusal(.signInRequired, "no account is signed in") }
            return latest
        }
        // No other account may replace a missing one, or the page would write another user's data.
        guard let account = all.first(where: { $0.id == chosen }) else {
            throw Refusal(.signInRequired, "the chosen account is no longer signed in")
        }
        return account
    }

    /// Returns a client for people search; throws a ``Failure`` without a Graph URL in the settings.
    public func graph(as account: Account) throws -> GraphClient {
        guard let graph = settings.graph else { throw Failure(.noPeopleSearch, .correctRegistration) }
        let scopes = settings.registration.scopes.resourcePart
        return GraphClient(endpoint: graph, over: transport(for: account, scopes: scopes, to: graph))
    }

    /// Returns a client for the task list; throws a ``Failure`` without a task API in the settings.
    public func taskList(as account: Account) throws -> TaskListClient {
        guard let tasks = settings.tasks else { throw Failure(.noTaskList, .correctRegistration) }
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

    /// Returns the flow with additional scopes and the same accounts.
    public func flow(asking more: ScopeSet) -> SignInFlow {
        SignInFlow(settings.registration.asking(for: more), keepingIn: accounts)
    }

    func flow(for change: AccountChange) -> SignInFlow? {
        settings.registration(for: change).map {
            SignInFlow(
                $0,
                keepingIn: AccountStore(
                    MemoryAccountStorage(), over: accounts.transport, time: accounts.time))
        }
    }
}
