// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn
public import TaskList

/// The task list as a value: what the service confirmed, and on top of it what the person changed since.
///
/// A change shows at once. The service's no takes it back and says so in ``failure``; what was typed stays in
/// ``draft``.
public struct TaskListState: Sendable, Hashable {
    /// Something the person does to the list.
    public enum Action: Sendable, Hashable {
        /// Adds a task.
        case add(String)
        /// Says whether a task is done.
        case setCompleted(Bool, id: TaskItem.ID)
        /// Removes a task.
        case remove(id: TaskItem.ID)
    }

    /// An action that the service has yet to confirm.
    public struct Change: Sendable, Hashable {
        /// What is done.
        public let action: Action
        let number: Int
    }

    /// The text of the next task, as it is typed.
    public private(set) var draft = ""
    /// Why the last change was taken back; the list itself is unharmed.
    public private(set) var failure: Failure?
    /// Changes that are not confirmed yet, the oldest first.
    public private(set) var changes: [Change] = []
    private(set) var confirmed: Phase<[TaskItem]> = .idle
    private var loads = 0
    private var refused: Action?
    private var changesMade = 0

    /// Creates a list that was not loaded yet.
    public init() {}

    /// Whether a task is being added; until that is done, ``draft`` holds its text and takes no other.
    public var isAdding: Bool {
        changes.contains { if case .add = $0.action { true } else { false } }
    }

    /// Takes what the person typed.
    public mutating func typed(_ text: String) {
        if !isAdding { draft = text }
    }

    /// Asks for the list; one that is shown stays until the answer comes.
    ///
    /// - Returns: The number of the question.
    public mutating func load() -> Int {
        loads += 1
        dismissFailure()
        if confirmed.content == nil { confirmed = .busy }
        return loads
    }

    /// Takes the list; only the answer to the latest question counts.
    public mutating func loaded(_ tasks: [TaskItem], for load: Int) {
        if load == loads { confirmed = .content(tasks) }
    }

    /// Notes that the list did not come; one that is shown stays, with the failure beside it.
    public mutating func loadFailed(_ error: any Error, for load: Int) {
        guard load == loads else { return }
        let phase = Phase<[TaskItem]>(error)
        if confirmed.content == nil || phase == .signedOut { confirmed = phase } else { failure = phase.failure }
    }

    /// Adds the draft.
    ///
    /// - Returns: What to tell the service; `nil` if there is nothing to add or a task is being added already.
    public mutating func add() -> Change? {
        let text = draft.trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty || isAdding ? nil : make(.add(text))
    }

    /// Changes a task that is shown.
    ///
    /// - Returns: What to tell the service; `nil` if there is no such task or it is as wanted already.
    public mutating func change(_ action: Action) -> Change? {
        let shown = rows
        switch action {
        case .add(let text):
            typed(text)
            return add()
        case .setCompleted(let completed, let id):
            return shown.contains { $0.id == id && $0.date != nil && $0.completed != completed } ? make(action) : nil
        case .remove(let id):
            return shown.contains { $0.id == id && $0.date != nil } ? make(action) : nil
        }
    }

    /// Does again what the service refused.
    ///
    /// - Returns: What to tell the service; `nil` if nothing was refused.
    public mutating func retry() -> Change? {
        guard let refused else { return nil }
        return change(refused)
    }

    /// Takes the service's yes.
    ///
    /// - Parameters:
    ///   - change: What was confirmed.
    ///   - task: The task as the service has it now; `nil` for one that was removed.
    public mutating func confirm(_ change: Change, _ task: TaskItem?) {
        guard take(change) else { return }
        if case .add(let text) = change.action,
            draft.trimmingCharacters(in: .whitespacesAndNewlines) == text
        {
            draft = ""
        }
        guard var tasks = confirmed.content else { return }
        switch (change.action, task) {
        case (.remove(let id), _): tasks.removeAll { $0.id == id }
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

    /// Takes the service's no: the change is undone.
    public mutating func refuse(_ change: Change, _ error: any Error) {
        guard take(change) else { return }
        switch Phase<[TaskItem]>(error) {
        case .signedOut: confirmed = .signedOut
        case .failed(let reason):
            failure = reason
            if !forget(change.action, becauseOf: error) { refused = change.action }
        default: break
        }
    }

    /// Takes note that the person has read the failure.
    public mutating func dismissFailure() {
        failure = nil
        refused = nil
    }

    private mutating func make(_ action: Action) -> Change {
        dismissFailure()
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

    /// Somebody else removed the task: it is of no use to try again.
    private mutating func forget(_ action: Action, becauseOf error: any Error) -> Bool {
        guard case .setCompleted(_, let id) = action, (error as? TaskListError)?.status == 404,
            let tasks = confirmed.content
        else { return false }
        confirmed = .content(tasks.filter { $0.id != id })
        return true
    }
}
