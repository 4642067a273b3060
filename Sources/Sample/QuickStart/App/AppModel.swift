// SPDX-License-Identifier: Apache-2.0
public import HTTPTransport
public import Observation
public import PortableFoundation
public import SignIn
public import SignInProvider

/// The app for a user interface: settings, registrations, and the current page.
@MainActor @Observable public final class AppModel {
    /// The state of the app.
    public enum State {
        case starting
        case unusable(SettingsError)
        case ready
    }

    /// The state to show.
    public private(set) var state = State.starting
    /// The settings page.
    public let settings: SettingsModel
    /// The registrations, in the order of the settings files.
    public private(set) var registrations: [RegistrationModel] = []
    /// The current page.
    public var navigation = Navigation()
    @ObservationIgnored private let makeRegistration: @MainActor (Settings) -> RegistrationModel

    /// Creates an app; `storage` returns the account storage of a group of programs.
    public init(
        _ shelf: SettingsShelf, keepingIn storage: @escaping @Sendable (AccountGroup?) -> any AccountStorage,
        over transport: any Transport, with agent: some UserAgent, time: TimeSource = .system
    ) {
        settings = SettingsModel(shelf)
        makeRegistration = { settings in
            let store = AccountStore(
                storage(settings.accountGroup), registrations: [settings.registration], over: transport,
                time: time)
            let connection = AppConnection(settings, accounts: store, answeringChallengesWith: agent)
            return RegistrationModel(connection, with: agent)
        }
    }

    /// The registration of people search; if no settings have a Graph URL, the first, whose searches then fail.
    public var people: RegistrationModel? {
        registrations.first { $0.settings.graph != nil } ?? registrations.first
    }

    /// The registrations with a task list, those for customers first.
    public var taskLists: [RegistrationModel] {
        let names = registrations.map(\.settings).forTasks.map(\.registration.name)
        return names.compactMap { name in registrations.first { $0.id == name } }
    }

    /// The registration of the current task list: the chosen one, else the first with an account, else the first.
    public var taskList: RegistrationModel? {
        taskLists.first { $0.id == navigation.taskList }
            ?? taskLists.first { $0.accounts.state.current != nil } ?? taskLists.first ?? registrations.first
    }

    /// Loads the shown task list again.
    public func refreshTasks() async { await taskList?.loadTasks() }

    /// The name of the current task list's registration.
    public var taskListName: String {
        get { taskList?.id ?? "" }
        set { navigation.taskList = newValue }
    }

    /// Returns an account with its registration; `nil` if it is no longer signed in.
    public func account(_ id: Account.ID) -> (account: Account, registration: RegistrationModel)? {
        registrations.lazy.compactMap { registration in
            registration.accounts.state.phase.content?.first { $0.id == id }.map { ($0, registration) }
        }.first
    }

    /// Searches again for another user, and closes the page that another account opened.
    public func searchAgain() {
        if people?.searchAgain() == true { navigation.person = nil }
    }

    /// The number of times that the settings were read; all pages reload each time.
    public private(set) var generation = 0

    /// Reads the settings and opens the stored page; does nothing if the app is already open.
    public func open(_ kept: String) {
        guard case .starting = state else { return }
        start()
        self.kept = kept
    }

    /// Tracks the accounts of all registrations until the task is canceled.
    public func follow() async {
        await withTaskGroup { group in
            for registration in registrations { group.addTask { await registration.follow() } }
        }
    }

    /// Imports a settings file, and restarts with it.
    public func importSettings(_ chosen: Result<URL, any Error>) {
        settings.take(chosen)
        if settings.importProblem == nil { start() }
    }

    /// Restores the app's own settings.
    public func removeImports() {
        settings.removeImports()
        if settings.importProblem == nil { start() }
    }

    private func start() {
        settings.load()
        registrations = settings.settings.map(makeRegistration)
        state = settings.problem.map(State.unusable) ?? .ready
        generation += 1
    }

    /// The current page with its input as text that a scene stores; invalid text changes nothing.
    public var kept: String {
        get {
            var kept = navigation
            kept.search = people?.people.text ?? ""
            for registration in registrations {
                kept.accounts[registration.id] = registration.accounts.state.chosen?.rawValue
            }
            return kept.text
        }
        set {
            guard let kept = Navigation(text: newValue) else { return }
            navigation = kept
            people?.people.text = kept.search
            for registration in registrations {
                guard let account = kept.accounts[registration.id] else { continue }
                registration.accounts.choose(Account.ID(rawValue: account))
            }
        }
    }
}
