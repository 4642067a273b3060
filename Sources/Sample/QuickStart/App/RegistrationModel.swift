// SPDX-License-Identifier: Apache-2.0
public import MicrosoftGraph
public import Observation
public import SignIn

/// One registration of the app, for a user interface: its sign-in, its accounts, and the pages that use them.
@MainActor @Observable public final class RegistrationModel: Identifiable {
    /// The account of the pages, and the number of sign-ins: pages load again when it changes.
    public struct Visitor: Sendable, Hashable {
        /// The account that pages use; `nil` if there is none.
        public let account: Account.ID?
        let signIns: Int
    }

    /// The registration.
    public nonisolated let settings: Settings
    /// The sign-in page.
    public let signIn: SignInModel
    /// The accounts.
    public let accounts: AccountsModel
    /// People search; without a Graph in the settings, each search fails with that reason.
    public let people: PeopleSearchModel
    /// The task list of one account; without a task API in the settings, loading fails with that reason.
    public private(set) var tasks: TaskListModel
    private var owner: Account.ID?
    private var signIns = 0
    @ObservationIgnored private var searched: Visitor?
    @ObservationIgnored private let source: DirectoryPeople
    @ObservationIgnored private let connection: AppConnection

    /// Creates the models of a registration.
    ///
    /// - Parameters:
    ///   - connection: The registration with its accounts.
    ///   - agent: Shows the provider's pages.
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

    /// The name of the registration; no two of an app have the same.
    public nonisolated var id: String { settings.registration.name }

    /// The visitor of the pages.
    public var visitor: Visitor { Visitor(account: accounts.state.current?.id, signIns: signIns) }

    /// Searches again for another visitor; a page that comes back into view keeps its result.
    ///
    /// - Returns: Whether the earlier visitor had another account, whose search is removed.
    public func searchAgain() -> Bool {
        guard searched != visitor else { return false }
        let isOther = searched?.account != nil && searched?.account != visitor.account
        searched = visitor
        if isOther { people.text = "" }
        people.submit()
        return isOther
    }

    /// A page of one person.
    public func person() -> PersonModel { PersonModel(source) }

    /// Loads the accounts, and again after each event of one, until the task is cancelled.
    public func follow() async {
        let events = connection.accounts.events()
        await accounts.load()
        for await _ in events { await accounts.load() }
    }

    /// Signs a person in, and uses that account.
    public func signIn(_ wish: SignInWish = .anyAccount) async {
        await take { signIn.signIn(wish) }
    }

    /// Signs a person in again to an account.
    public func signInAgain(to account: Account) async {
        await signIn(account.identity.username.map { .account(named: $0) } ?? .anyAccount)
    }

    /// Signs a person in with one more account.
    public func addAccount() async { await signIn(accounts.state.current == nil ? .anyAccount : .anotherAccount) }

    /// The changes of an account that the settings name pages for.
    public var changes: [AccountChange] { AccountChange.allCases.filter { settings.registration(for: $0) != nil } }

    /// Lets the person change the account, and signs in again, which reads the new name.
    public func change(_ change: AccountChange) async {
        await take { signIn.change(change) }
    }

    /// The loading state of people search; signed out as long as there is no account.
    public var peoplePhase: Phase<[Person]> { phase(people.state.phase) }

    /// The loading state of the task list under a filter; signed out as long as there is no account.
    public func taskPhase(_ filter: TaskListState.Filter) -> Phase<[TaskRow]> {
        // Until the list of this account is there, the list of another one must not be seen.
        phase(owner == visitor.account ? tasks.state.phase(filter) : .busy)
    }

    /// The loading state of a person's page; signed out as long as there is no account.
    public func profilePhase(_ page: PersonState) -> Phase<Person> {
        if case .failed(let failure) = page.profile { phase(.failed(failure.staying)) } else { phase(page.profile) }
    }

    /// Loads the tasks of the account that pages use; changes of another account's list go on with that account.
    public func loadTasks() async {
        if owner != visitor.account {
            owner = visitor.account
            tasks = TaskListModel(ServiceTasks(connection, as: { [owner] in owner }))
        }
        tasks.load()
        await tasks.settled()
    }

    /// Carries out a step after a failure of people search.
    public func choosePeople(_ step: Failure.Step) async {
        await choose(step, retry: people.submit, dismiss: people.cancel)
    }

    /// Carries out a step after a failure of the task list.
    public func chooseTasks(_ step: Failure.Step) async {
        await choose(step, retry: tasks.retry, dismiss: tasks.dismissFailure)
    }

    /// Carries out a step after a failure on a person's page.
    public func choose(_ step: Failure.Step, on page: PersonModel) async {
        await choose(step, retry: page.retry, dismiss: {})
    }

    /// Carries out a step after a failure of the accounts: one that cannot be read, or a sign-out.
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

    /// Carries out a step after a failed sign-in.
    public func choose(_ step: Failure.Step) async {
        await take { signIn.choose(step) }
    }

    /// Starts a visit, and uses the account that it brings; a visit that is open already brings its account itself.
    private func take(_ start: @MainActor () -> Void) async {
        guard signIn.state.attempt == nil else { return }
        start()
        await signIn.settled()
        guard let account = signIn.state.phase.content else { return }
        accounts.add(account)
        signIns += 1
    }
}
