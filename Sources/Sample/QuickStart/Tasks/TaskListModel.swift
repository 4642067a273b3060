// SPDX-License-Identifier: Apache-2.0
public import Observation
public import TaskListClient

/// The task list, for a user interface.
@MainActor @Observable public final class TaskListModel {
    /// The state to show.
    public private(set) var state = TaskListState()
    @ObservationIgnored private let source: any TaskSource
    @ObservationIgnored private var last: Task<Void, Never>?

    /// Creates the model over the task list of one account.
    public init(_ source: any TaskSource) { self.source = source }

    /// The text of the next task.
    public var draft: String {
        get { state.draft }
        set { state.typed(newValue) }
    }

    /// Loads the list.
    public func load() {
        let load = state.load()
        enqueue { [source] model in
            do { model.state.loaded(try await source.tasks(), for: load) } catch {
                model.state.loadFailed(error, for: load)
            }
        }
    }

    /// Adds the draft.
    public func add() { send(state.add()) }

    /// Sets whether a task is done.
    public func setCompleted(_ completed: Bool, of id: TaskItem.ID) {
        send(state.change(.setCompleted(completed, id: id)))
    }

    /// Changes a task's text.
    public func edit(_ text: String, of id: TaskItem.ID) { send(state.change(.edit(text, id: id))) }

    /// Changes a task's text on a separate page; returns the task to keep that page open if the text is invalid.
    public func edit(_ text: String, in row: TaskRow) -> TaskRow? {
        guard TaskListState.isText(text) else { return row }
        edit(text, of: row.id)
        return nil
    }

    /// Removes a task.
    public func remove(_ id: TaskItem.ID) { send(state.change(.remove(id: id))) }

    /// Adds the last removed task again.
    public func undo() { send(state.undo()) }

    /// Repeats the failed step: the rejected change, otherwise loading.
    public func retry() {
        if let change = state.retry() { send(change) } else { load() }
    }

    /// Removes the shown failure.
    public func dismissFailure() { state.dismissFailure() }

    /// Waits until the service has responded to all requests.
    public func settled() async { await Task.settle { last } }

    private func send(_ change: TaskListState.Change?) {
        guard let change else { return }
        enqueue { [source] model in
            do { model.state.confirm(change, try await source.answer(to: change.action)) } catch {
                model.state.refuse(change, error)
            }
        }
    }

    /// Sends requests one after another, so that "done" and "not done" arrive in the user's order; closing the page
    /// cancels none.
    private func enqueue(_ work: @escaping @MainActor (TaskListModel) async -> Void) {
        let earlier = last
        last = Task {
            await earlier?.value
            await work(self)
        }
    }
}
