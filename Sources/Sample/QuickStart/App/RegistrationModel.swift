// SPDX-License-Identifier: Apache-2.0
public import MicrosoftGraph
public import Observation
public import SignIn

/// One registration for a user interface: its sign-in, its accounts, and the pages that use them.
@MainActor @Observable public final class RegistrationModel: Identifiable {
    /// The account of the pages and the number of sign-ins; pages reload when it changes.
    public struct Visitor: Sendable, Hashable {
        /// The account in use; `nil` without one.
        public let account: Account.ID?
        let signIns: Int
    }

    /// The registration.
    public nonisolated let settings: Settings
    /// The sign-in page.
    public let signIn: SignInModel
    /// The accounts.
    public let accounts: AccountsModel
    /// People search; without a Graph URL in the settings, each search fails with that reason.
    public let people: PeopleSearchModel
    /// The task list of one account; without a task API in the settings, loading fails with that reason.
    public private(set) var tasks: TaskListModel
    private var owner: Account.ID?
    private var signIns = 0
    @ObservationIgnored private var searched: Visitor?
    @ObservationIgnored private let source: DirectoryPeople
    @ObservationIgnored private let connection: AppConnection

    /// Creates the models; `agent` shows the provider's pages.
    public init(_ connection: AppConnection, with agent: some UserAgent) {
        let accounts = AccountsModel(StoredAccounts(connection, endingSessionsWith: agent))
        let chosen = { @Sendable in await accounts.state.current?.id }
        settings = connection.settings
        self.connection = connection
        source = DirectoryPeople(connection, as: chosen)
        signIn = SignInModel(UserAgentSignIn(connection, with: agent, as: chosen))
        people = PeopleSearchModel(source)
        tasks = TaskListModel(ServiceTasks(connection))
        self.accounts = accounts
    }

    /// The name of the registration, unique in the app.
    public nonisolated var id: String { settings.registration.name }

    /// The current visitor.
    public var visitor: Visitor { Visitor(account: accounts.state.current?.id, signIns: signIns) }

    /// Searches again for another visitor; returns whether the account changed, which clears the search.
    ///
    /// A page that reappears keeps its result.
    public func searchAgain() -> Bool {
        guard searched != visitor else { return false }
        let isOther = searched?.account != nil && searched?.account != visitor.account
        searched = visitor
        if isOther { people.text = "" }
        people.submit()
        return isOther
    }

    /// Creates a model of one person's page.
    public func person() -> PersonModel { PersonModel(source) }

    /// Loads the accounts, and reloads them after each event, until the task is canceled.
    public func follow() async {
        let events = connection.accounts.events()
        await accounts.load()
        for await _ in events { await accounts.load() }
    }

    /// Signs a user in, and uses that account.
    public func signIn(_ wish: SignInWish = .anyAccount) async { await take { signIn.signIn(wish) } }

    /// Signs the account's user in again.
    public func signInAgain(to account: Account) async {
        await signIn(account.identity.username.map { .account(named: $0) } ?? .anyAccount)
    }

    /// Signs a user in with an additional account.
    public func addAccount() async { await signIn(accounts.state.current == nil ? .anyAccount : .anotherAccount) }

    /// The account changes for which the settings have pages.
    public var changes: [AccountChange] { AccountChange.allCases.filter { settings.registration(for: $0) != nil } }

    /// Lets the user change the account, and signs in again, to read the new name.
    public func change(_ change: AccountChange) async { await take { signIn.change(change) } }

    /// The loading state of people search; signed out without an account.
    public var peoplePhase: Phase<[Person]> { phase(people.state.phase) }

    /// The loading state of the filtered task list; signed out without an account.
    public func taskPhase(_ filter: TaskListState.Filter) -> Phase<[TaskRow]> {
        // Until this account's list has loaded, another account's must not be visible.
        phase(owner == visitor.account ? tasks.state.phase(filter) : .busy)
    }

    /// The loading state of a person's page; signed out without an account.
    public func profilePhase(_ page: PersonState) -> Phase<Person> {
        if case .failed(let failure) = page.profile { phase(.failed(failure.staying)) } else { phase(page.profile) }
    }

    /// Loads the tasks of the account in use; changes to another account's list continue with that account.
    public func loadTasks() async {
        if owner != visitor.account {
            owner = visitor.account
            tasks = TaskListModel(ServiceTasks(connection, as: { [owner] in owner }))
        }
        tasks.load()
        await tasks.settled()
    }

    /// Performs a step after a failure of people search.
    public func choosePeople(_ step: Failure.Step) async {
        await choose(step, retry: people.submit, dismiss: people.cancel)
    }

    /// Performs a step after a failure of the task list.
    public func chooseTasks(_ step: Failure.Step) async {
        await choose(step, retry: tasks.retry, dismiss: tasks.dismissFailure)
    }

    /// Performs a step after a failure on a person's page.
    public func choose(_ step: Failure.Step, on page: PersonModel) async {
        await choose(step, retry: page.retry, dismiss: {})
    }

    /// Performs a step after a failure of the accounts, such as a sign-out.
    public func chooseAccounts(_ step: Failure.Step) async {
        switch step {
        case .cancel: accounts.dismissFailure()
        case .retry: await accounts.retry()
        case .signIn, .signInWithAnotherAccount, .consent, .resetPassword: await choose(step)
        }
    }

    private func choose(
        _ step: Failure.Step, retry: @MainActor () -> Void, dismiss: @MainActor () -> Void
    ) async {
        switch step {
        case .retry:
            if accounts.state.phase.content == nil { await accounts.load() }
            retry()
        case .cancel: dismiss()
        case .signIn, .signInWithAnotherAccount, .consent, .resetPassword: await choose(step)
        }
    }

    private func phase<Content>(_ page: Phase<Content>) -> Phase<Content> {
        switch accounts.state.phase {
        case .idle, .busy: .busy
        case .empty, .signedOut: .signedOut
        case .failed(let failure): .failed(failure.staying)
        case .content: page.failure != nil && signIn.state.isShown ? .signedOut : page
        }
    }

    /// Performs a step after a failed sign-in.
    public func choose(_ step: Failure.Step) async { await take { signIn.choose(step) } }

    /// Starts a visit, and uses its account; a visit that is already open does so itself.
    private func take(_ start: @MainActor () -> Void) async {
        guard signIn.state.attempt == nil else { return }
        start()
        await signIn.settled()
        guard let account = signIn.state.phase.content else { return }
        accounts.add(account)
        signIns += 1
    }
}
