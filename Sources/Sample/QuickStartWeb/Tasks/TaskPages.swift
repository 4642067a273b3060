// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import PageTemplates
import PortableFoundation
import QuickStart
import SignIn
import TaskListClient
import WebSignIn

struct TaskPages: Sendable {
    let app: QuickStartWeb

    func add(to router: Router<WebContext>) {
        router.get("/tasks") { try await page(Visit($0, $1, app: app)) }
        router.post("/tasks") { try await change(Visit($0, $1, app: app)) }
    }

    private func page(_ visit: Visit) async throws -> Response {
        guard let (settings, account) = try await account(of: visit) else { return try await signInPage(visit) }
        var state = TaskListState()
        await load(&state, from: try source(visit, settings, account))
        try visit.requireSignIn(state.phase, settings, account)
        let view = TaskView(visit, settings, account)
        return try await view.response(state, removed: try await removedTask(visit, account))
    }

    /// Sends a change to the task API, and redirects to the list; a failed change shows the list with the reason.
    private func change(_ visit: Visit) async throws -> Response {
        guard let (settings, account) = try await account(of: visit) else {
            throw SignInRequired(at: app.settings.forTasks.first?.registration.name)
        }
        let form = try await visit.session.form(of: visit.request, for: TaskView.purpose)
        let source = try source(visit, settings, account)
        var state = TaskListState()
        await load(&state, from: source)
        try visit.requireSignIn(state.phase, settings, account)
        let view = TaskView(visit, settings, account, form: form)
        let removed = try await removedTask(visit, account)
        let action = try TaskView.action(form, removed: removed)
        // The form names the list that the user saw, because another tab may have changed the account since.
        let isOfThisList = form["account"] == account.id.rawValue
        if case .add(let text) = action { state.typed(text) }
        guard isOfThisList else {
            return try await view.response(state, removed: removed, problem: visit.texts.tasks.accountChanged)
        }
        guard state.phase.content != nil || state.phase == .empty else {
            return try await view.response(state, removed: removed)
        }
        guard let action, let change = state.change(action) else {
            let problem = action.flatMap { view.problem(with: $0, in: state) }
            // The list already has this state, for example after a second press of a button: no message.
            guard let problem else { return .leading(to: TaskView.address(form)) }
            return try await view.response(state, removed: removed, problem: problem)
        }
        do {
            let done = try await visit.session.once(form) { try await source.answer(to: change.action) }
            if let task = done {
                state.confirm(change, task)
                // The change is done: if storing it fails, only the offer to undo it is missing.
                try? await keep(state.removed, account, visit)
            }
        } catch {
            if error is FormRefused || error is SignInRequired || SessionsUnavailable.isCause(of: error) { throw error }
            state.refuse(change, error)
            return try await view.response(state, removed: removed)
        }
        return .leading(to: TaskView.address(form))
    }

    private func load(_ state: inout TaskListState, from source: any TaskSource) async {
        let load = state.load()
        do { state.loaded(try await source.tasks(), for: load) } catch { state.loadFailed(error, for: load) }
    }

    private func source(_ visit: Visit, _ settings: Settings, _ account: Account) throws -> ServiceTasks {
        let connection = try visit.connection(settings)
        return ServiceTasks { try connection.taskList(as: account) }
    }

    /// The account with the tasks to show: of the chosen registration, else of the first with an account.
    func account(of visit: Visit) async throws -> (Settings, Account)? {
        let chosen = try await visit.session.value(Self.choice).map { String(decoding: $0, as: UTF8.self) }
        let settings = app.settings.forTasks
        for settings in settings.filter({ $0.registration.name == chosen }) + settings {
            if let account = try await visit.account(of: settings) { return (settings, account) }
        }
        return nil
    }

    private func signInPage(_ visit: Visit) async throws -> Response {
        let texts = visit.texts.tasks
        let ways = app.settings.forTasks.map { settings in
            [
                "label": settings.form == .b2c ? texts.asCustomer : texts.asEmployee,
                "target": visit.firstSignIn(at: settings, returningTo: visit.address),
            ]
        }
        return try await visit.response(
            WebPage(
                template: "tasks", title: texts.title, section: .tasks,
                values: ["signIn": [["ways": ways]], "list": [PageValues]()]))
    }

    // MARK: The removed task, for Undo

    private struct RemovedTask: Codable {
        let task: TaskItem
        /// Other accounts must not see the task.
        let account: String
        let date: Date

        /// A page that is opened later does not offer Undo.
        static let longest: TimeInterval = 600
    }

    private func removedTask(_ visit: Visit, _ account: Account) async throws -> TaskItem? {
        guard let content = try await visit.session.value(Self.removed),
            let removed = try? TaskListFormat.decoder().decode(RemovedTask.self, from: content),
            removed.account == account.id.rawValue,
            app.time.date().timeIntervalSince(removed.date) < RemovedTask.longest
        else { return nil }
        return removed.task
    }

    private func keep(_ task: TaskItem?, _ account: Account, _ visit: Visit) async throws {
        try await visit.session.setValue(
            try task.map {
                try TaskListFormat.encoder().encode(
                    RemovedTask(task: $0, account: account.id.rawValue, date: app.time.date()))
            },
            for: Self.removed)
    }

    static let choice = "tasks"
    private static let removed = "removed-task"
}
