// SPDX-License-Identifier: Apache-2.0
public import Observation
public import PortableFoundation
public import SignIn
public import SignInProvider

/// The app, for a user interface: its settings, its registrations, and the page that is shown.
@MainActor @Observable public final class AppModel {
    /// The state of the app.
    public enum State {
        /// The settings were not read yet.
        case starting
        /// No settings file can be used.
        case unusable(SettingsError)
        /// The app is ready; the registrations are those of the settings.
        case ready
    }

    /// The state to show.
    public private(set) var state = State.starting
    /// The settings page.
    public let settings: SettingsModel
    /// The registrations, in the order of the settings files.
    public private(set) var registrations: [RegistrationModel] = []
    /// The page that is shown.
    public var navigation = Navigation()
    @ObservationIgnored private let makeRegistration: @MainActor (Settings) -> RegistrationModel

    /// Creates an app.
    ///
    /// - Parameters:
    ///   - shelf: The settings files.
    ///   - storage: Keeps the accounts of programs that share one sign-in.
    ///   - transport: Sends the requests.
    ///   - agent: Shows the provider's pages.
    ///   - time: The clocks.
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

    /// The registration of people search; without a Graph in all settings, the first, and searches say so.
    public var people: RegistrationModel? {
        registrations.first { $0.settings.graph != nil } ?? registrations.first
    }

    /// The registrations with a task list, those for customers first.
    public var taskLists: [RegistrationModel] {
        let names = registrations.map(\.settings).forTasks.map(\.registration.name)
        return names.compactMap { name in registrations.first { $0.id == name } }
    }

    /// The registration of the shown task list: the chosen one, else the first with an account, else the first.
    public var taskList: RegistrationModel? {
        taskLists.first { $0.id == navigation.taskList }
            ?? taskLists.first { $0.accounts.state.current != nil } ?? taskLists.first ?? registrations.first
    }

    /// Loads the shown task list again.
    public func refreshTasks() async { await taskList?.loadTasks() }

    /// The name of that registration, for a control that changes it.
    public var taskListName: String {
        get { taskList?.id ?? "" }
        set { navigation.taskList = newValue }
    }

    /// An account with its registration; `nil` if it is not signed in any more.
    public func account(_ id: Account.ID) -> (account: Account, registration: RegistrationModel)? {
        registrations.lazy.compactMap { registration in
            registration.accounts.state.phase.content?.first { $0.id == id }.map { ($0, registration) }
        }.first
    }

    /// Searches people again for another visitor, and closes the page of a person that another account had opened.
    public func searchAgain() {
        if people?.searchAgain() == true { navigation.person = nil }
    }

    /// The number of times that the settings were read: each time, all pages begin anew.
    public private(set) var generation = 0

    /// Reads the settings and opens the kept page; does nothing if the app is open already.
    public func open(_ kept: String) {
        guard case .starting = state else { return }
        start()
        self.kept = kept
    }

    /// Follows the accounts of all registrations until the task is cancelled.
    public func follow() async {
        await withTaskGroup { group in
            for registration in registrations { group.addTask { await registration.follow() } }
        }
    }

    /// Imports a settings file, and begins with it.
    public func importSettings(_ chosen: Result<URL, any Error>) {
        settings.take(chosen)
        if settings.importProblem == nil { start() }
    }

    /// Goes back to the settings that the app brings.
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

    /// The page that is shown with its input, as a text that a scene keeps; a damaged text changes nothing.
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
