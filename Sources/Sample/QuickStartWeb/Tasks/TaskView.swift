// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import PageTemplates
import PortableFoundation
import QuickStart
import SignIn
import TaskListClient
import WebSignIn

struct TaskView {
    private let visit: Visit
    private let settings: Settings
    private let account: Account
    private let filter: TaskListState.Filter
    private let edited: String?
    /// The text of a rejected change, for the field of the edited task.
    private let editedText: String?

    init(_ visit: Visit, _ settings: Settings, _ account: Account, form: FormParameters? = nil) {
        (self.visit, self.settings, self.account) = (visit, settings, account)
        filter = Self.filter(form.map { $0["filter"] } ?? visit.query("filter"))
        edited = form.map { $0["edit"] } ?? visit.query("edit")
        editedText = form?["text"]
    }

    static let purpose = "tasks"

    private static func filter(_ text: String?) -> TaskListState.Filter {
        text.flatMap(TaskListState.Filter.init) ?? .all
    }

    static func address(_ form: FormParameters) -> String { address(filter(form["filter"])) }

    private static func address(_ filter: TaskListState.Filter, edit: String? = nil) -> String {
        var query = FormParameters()
        query.append("filter", filter == .all ? nil : filter.rawValue)
        query.append("edit", edit)
        return query.encoded.isEmpty ? "/tasks" : "/tasks?\(query.encoded)"
    }

    /// `nil` for an undo after the task was forgotten.
    static func action(_ form: FormParameters, removed: TaskItem?) throws -> TaskListState.Action? {
        if let id = form["done"] { return .setCompleted(true, id: id) }
        if let id = form["open"] { return .setCompleted(false, id: id) }
        if let id = form["remove"] { return .remove(id: id) }
        if form["undo"] != nil { return removed.map(TaskListState.Action.restore) }
        if let id = form["edit"] { return .edit(form["text"] ?? "", id: id) }
        guard let text = form["text"] else { throw HTTPError(.badRequest) }
        return .add(text)
    }

    /// `removed` is the task that can be restored, and `problem` the reason that a change was rejected.
    func response(
        _ state: TaskListState, removed: TaskItem?, problem: String? = nil
    ) async throws -> Response {
        try visit.requireSignIn(state.phase, settings, account)
        let texts = visit.texts.tasks
        let rows = (state.phase.content ?? []).filter(filter.shows)
        var list: PageValues = [
            "of": texts.of(account.shownName), "draft": state.draft, "toDo": texts.toDo(state.openCount),
            "fields": try await visit.fields(for: Self.purpose) + [
                ["name": "filter", "value": filter.rawValue], ["name": "account", "value": account.id.rawValue],
            ],
            "filters": TaskListState.Filter.allCases.map(values), "rows": rows.map(values), "hasRows": !rows.isEmpty,
            "hasTasks": state.phase.content != nil, "longest": TaskListFormat.maximumTextLength,
            "removed": removed.map { [texts.removed($0.text)] } ?? [], "failure": [PageValues](),
            "problem": [problem].compactMap(\.self),
            "isEmpty": state.phase == .empty, "noneShown": [String](),
        ]
        if rows.isEmpty, state.phase.content != nil {
            list["noneShown"] = [visit.texts.none(under: filter)]
        }
        let failure = state.failure ?? state.phase.failure
        if let failure {
            list["failure"] = [
                try await FailureBox(
                    failure: failure, settings: settings, account: account, page: Self.address(filter)
                ).values(visit)
            ]
        }
        return try await visit.response(
            WebPage(
                template: "tasks", title: texts.title, section: .tasks, person: account.shownName,
                values: ["signIn": [[String: String]](), "list": [list]],
                status: Self.status(failure, problem)))
    }

    private static func status(_ failure: Failure?, _ problem: String?) -> HTTPResponse.Status {
        guard let failure else { return problem == nil ? .ok : .unprocessableContent }
        return if case .taskRefused = failure.fault { .unprocessableContent } else { .serviceUnavailable }
    }

    func problem(with action: TaskListState.Action, in state: TaskListState) -> String? {
        let isThere = { (id: TaskItem.ID) in state.phase.content?.contains { $0.id == id } == true }
        switch action {
        case .add: return visit.texts.tasks.textMissing
        case .edit(let text, let id):
            let isEmpty = text.trimmed.isEmpty
            return isEmpty ? visit.texts.tasks.textMissing : isThere(id) ? nil : visit.texts.tasks.gone
        case .setCompleted(_, let id): return isThere(id) ? nil : visit.texts.tasks.gone
        case .remove, .restore: return nil
        }
    }

    private func values(of filter: TaskListState.Filter) -> PageValues {
        [
            "label": visit.texts.title(of: filter), "target": Self.address(filter), "isCurrent": filter == self.filter,
        ]
    }

    private func values(of row: TaskRow) -> PageValues {
        let summary = TaskSummary(row, in: visit.texts)
        let isEdited = row.id == edited
        return [
            "id": row.id, "text": row.text, "isDone": row.completed, "isEdited": isEdited,
            "editedText": isEdited ? editedText ?? row.text : row.text,
            "tickName": row.completed ? "open" : "done", "tickLabel": summary.toggle,
            "editLabel": summary.edit, "removeLabel": summary.remove,
            "editTarget": Self.address(filter, edit: row.id),
            "cancelTarget": "\(Self.address(filter))#task-\(row.id)",
            "added": summary.added,
        ]
    }
}
