// SPDX-License-Identifier: Apache-2.0
package import MicrosoftGraph
import Observation
package import SignIn

/// One registration of the app, for a user interface: its sign-in, its accounts, and the pages that use them.
@MainActor @Observable package final class RegistrationModel: Identifiable {
    /// The account of the pages, and the number of sign-ins: pages load again when it changes.
    package struct Visitor: Sendable, Hashable {
        /// The account that pages use; `nil` if there is none.
        package let account: Account.ID?
        let signIns: Int
    }

    /// The registration.
    package nonisolated let settings: Settings
    /// The sign-in page.
    package let signIn: SignInModel
    /// The accounts.
    package let accounts: AccountsModel
    /// People search; without a Graph in the settings, each search fails with that reason.
    package let people: PeopleSearchModel
    /// The task list; without a task API in the settings, loading fails with that reason.
    package let tasks: TaskListModel
    private var signIns = 0
    @ObservationIgnored private var searched: Visitor?
    @ObservationIgnored private let source: DirectoryPeople
    @ObservationIgnored private let store: AccountStore

    /// Creates the models of a registration.
    ///
    /// - Parameters:
    ///   - connection: The registration with its accounts.
    ///   - agent: Shows the provider's pages.
    package init(_ connection: AppConnection, with agent: some UserAgent) {
        let accounts = AccountsModel(StoredAccounts(connection, endingSessionsWith: agent))
        let chosen = { @Sendable in await accounts.state.current?.id }
        settings = connection.settings
        store = connection.accounts
        source = DirectoryPeople(connection, as: chosen)
        signIn = SignInModel(UserAgentSignIn(connection, with: agent, as: chosen))
        people = PeopleSearchModel(source)
        tasks = TaskListModel(ServiceTasks(connection, as: chosen))
        self.accounts = accounts
    }

    package nonisolated var id: String { settings.registration.name }

    /// The visitor of the pages.
    package var visitor: Visitor { Visitor(account: accounts.state.current?.id, signIns: signIns) }

    /// Searches again for another visitor; a page that comes back into view keeps its result.
    package func searchAgain() {
        guard searched != visitor else { return }
        searched = visitor
        people.submit()
    }

    /// A page of one person.
    package func person() -> PersonModel { PersonModel(source) }

    /// Loads the accounts, and again after each event of one, until the task is cancelled.
    package func follow() async {
        let events = store.events()
        await accounts.load()
        for await _ in events { await accounts.load() }
    }

    /// Signs a person in, and uses that account.
    package func signIn(_ wish: SignInWish = .anyAccount) async {
        signIn.signIn(wish)
        await takeAccount()
    }

    /// Signs a person in with one more account.
    package func addAccount() async { await signIn(accounts.state.current == nil ? .anyAccount : .anotherAccount) }

    /// The changes of an account that the settings name pages for.
    package var changes: [AccountChange] { AccountChange.allCases.filter { settings.registration(for: $0) != nil } }

    /// Lets the person change the account, and signs in again, which reads the new name.
    package func change(_ change: AccountChange) async {
        signIn.change(change)
        await takeAccount()
    }

    /// The loading state of people search; signed out as long as there is no account.
    package var peoplePhase: Phase<[Person]> { phase(people.state.phase) }

    /// The loading state of the task list under a filter; signed out as long as there is no account.
    package func taskPhase(_ filter: TaskListState.Filter) -> Phase<[TaskRow]> { phase(tasks.state.phase(filter)) }

    /// Loads the tasks.
    package func loadTasks() async {
        tasks.load()
        await tasks.settled()
    }

    /// Carries out an action of a failure of people search.
    package func choosePeople(_ action: Failure.Action) async {
        await choose(action, retry: people.submit, dismiss: people.cancel)
    }

    /// Carries out an action of a failure of the task list.
    package func chooseTasks(_ action: Failure.Action) async {
        await choose(action, retry: tasks.retry, dismiss: tasks.dismissFailure)
    }

    /// Carries out an action of a failure on a person's page.
    package func choose(_ action: Failure.Action, on page: PersonModel) async {
        await choose(action, retry: page.retry, dismiss: {})
    }

    private func choose(
        _ action: Failure.Action, retry: @MainActor () -> Void, dismiss: @MainActor () -> Void
    ) async {
        switch action {
        case .retry:
            if accounts.state.phase.content == nil { await accounts.load() }
            retry()
        case .cancel: dismiss()
        case .signIn, .signInWithAnotherAccount, .consent, .resetPassword: await choose(action)
        }
    }

    private func phase<Content>(_ page: Phase<Content>) -> Phase<Content> {
        switch accounts.state.phase {
        case .idle, .busy: .busy
        case .empty, .signedOut: .signedOut
        case .failed(let failure): .failed(failure)
        case .content: page
        }
    }

    /// Carries out an action of a failed sign-in.
    package func choose(_ action: Failure.Action) async {
        signIn.choose(action)
        await takeAccount()
    }

    private func takeAccount() async {
        await signIn.settled()
        guard let account = signIn.state.phase.content else { return }
        accounts.add(account)
        signIns += 1
    }
}
