// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SignIn
public import TaskListClient

/// The value of the task list: the tasks that the service confirmed, and the user's later changes.
///
/// The page shows a change immediately. If the service rejects it, the change is undone, with a reason in ``failure``;
/// a new task's text returns to ``draft``.
public struct TaskListState: Sendable, Hashable {
    /// The user's changes.
    public enum Action: Sendable, Hashable {
        case add(String)
        case edit(String, id: TaskItem.ID)
        case setCompleted(Bool, id: TaskItem.ID)
        case remove(id: TaskItem.ID)
        /// Adds a removed task at the end of the list.
        case restore(TaskItem)
    }

    /// An action that the service has not confirmed.
    public struct Change: Sendable, Hashable {
        /// The action.
        public let action: Action
        let number: Int
    }

    /// The text of the next task.
    public private(set) var draft = ""
    /// Why the last change was undone, or the list not reloaded.
    public private(set) var failure: Failure?
    /// The unconfirmed changes, oldest first.
    public private(set) var changes: [Change] = []
    /// The last removed task, for ``undo()``; the next change clears it.
    public private(set) var removed: TaskItem?
    private(set) var confirmed: Phase<[TaskItem]> = .idle
    private var loads = 0
    private var refused: Action?
    private var changesMade = 0

    /// Creates the state before the list is loaded.
    public init() {}

    /// Whether a task can have this text.
    public static func isText(_ text: String) -> Bool { text.unicodeScalars.contains { !$0.properties.isWhitespace } }

    /// Stores the text of the next task.
    public mutating func typed(_ text: String) { draft = text }

    /// Starts loading, and returns the number of this load; a loaded list stays until the result arrives.
    public mutating func load() -> Int {
        loads += 1
        dismissFailure()
        if confirmed.content == nil { confirmed = .busy }
        return loads
    }

    /// Stores the loaded list; only the latest load counts.
    public mutating func loaded(_ tasks: [TaskItem], for load: Int) {
        if load == loads { confirmed = .content(tasks) }
    }

    /// Records that loading failed; a loaded list stays, with the failure beside it.
    public mutating func loadFailed(_ error: any Error, for load: Int) {
        guard load == loads else { return }
        let phase = Phase<[TaskItem]>(error)
        if confirmed.content == nil || phase == .signedOut { confirmed = phase } else { failure = phase.failure }
    }

    /// Adds the draft; `nil` if it is empty.
    public mutating func add() -> Change? {
        let text = draft.trimmed
        guard !text.isEmpty else { return nil }
        draft = ""
        return make(.add(text))
    }

    /// Changes a task, and returns the change to send; `nil` if there is no such task, or nothing to change.
    public mutating func change(_ action: Action) -> Change? {
        let shown = rows
        switch action {
        case .add(let text):
            // Text that the user types in between stays.
            let other = draft == text ? "" : draft
            draft = text
            defer { draft = other }
            return add()
        case .edit(let text, let id):
            let text = text.trimmed
            let isChange = shown.contains { $0.id == id && $0.date != nil && $0.text != text }
            return isChange && !text.isEmpty ? make(.edit(text, id: id)) : nil
        case .restore: return make(action)
        case .setCompleted(let completed, let id):
            return shown.contains { $0.id == id && $0.date != nil && $0.completed != completed } ? make(action) : nil
        case .remove(let id):
            return shown.contains { $0.id == id && $0.date != nil } ? make(action) : nil
        }
    }

    /// Adds the last removed task again.
    public mutating func undo() -> Change? { removed.map { make(.restore($0)) } }

    /// Repeats the rejected change.
    public mutating func retry() -> Change? {
        guard let refused else { return nil }
        return change(refused)
    }

    /// Records that the service confirmed a change; `task` is `nil` after a removal.
    public mutating func confirm(_ change: Change, _ task: TaskItem?) {
        guard take(change) else { return }
        guard var tasks = confirmed.content else { return }
        switch (change.action, task) {
        case (.remove(let id), _):
            removed = tasks.first { $0.id == id }
            tasks.removeAll { $0.id == id }
        case (_, let task?):
            if let index = tasks.firstIndex(where: { $0.id == task.id }) {
                tasks[index] = task
            } else {
                tasks.append(task)
            }
        case (_, nil): break
        }
        confirmed = .content(tasks)
    }

    /// Records that the service rejected a change, and undoes it.
    public mutating func refuse(_ change: Change, _ error: any Error) {
        guard take(change) else { return }
        if case .restore(let task) = change.action { removed = task }
        // The text returns, unless the user is typing the next one.
        if case .add(let text) = change.action, draft.isEmpty { draft = text }
        switch Phase<[TaskItem]>(error) {
        case .signedOut: confirmed = .signedOut
        case .failed(let reason):
            failure = reason
            if !forget(change.action, becauseOf: error) { refused = change.action }
        default: break
        }
    }

    /// Removes the failure.
    public mutating func dismissFailure() {
        failure = nil
        refused = nil
    }

    private mutating func make(_ action: Action) -> Change {
        dismissFailure()
        removed = nil
        changesMade += 1
        let change = Change(action: action, number: changesMade)
        changes.append(change)
        return change
    }

    private mutating func take(_ change: Change) -> Bool {
        guard let index = changes.firstIndex(of: change) else { return false }
        changes.remove(at: index)
        return true
    }

    /// Another program removed the task, so a repetition is useless.
    private mutating func forget(_ action: Action, becauseOf error: any Error) -> Bool {
        let id: TaskItem.ID
        switch action {
        case .setCompleted(_, let changed), .edit(_, let changed): id = changed
        default: return false
        }
        guard (error as? TaskListError)?.status == 404, let tasks = confirmed.content else { return false }
        confirmed = .content(tasks.filter { $0.id != id })
        return true
    }
}
