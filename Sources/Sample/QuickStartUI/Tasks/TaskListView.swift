// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import QuickStart
import SwiftUI
import TaskListClient

struct TaskListView: View {
    let registration: RegistrationModel
    @Bindable var tasks: TaskListModel
    let rows: [TaskRow]
    let note: String
    @Binding var filter: TaskListState.Filter
    @State private var edited: TaskRow?
    @FocusState private var isTyping: Bool
    @Environment(\.texts) private var texts

    var body: some View {
        List {
            Section {
                TextField(texts.tasks.new, text: $tasks.draft).focused($isTyping).onSubmit { add() }
                Button(texts.tasks.add) { add() }.disabled(!TaskListState.isText(tasks.draft))
                Picker(texts.tasks.filter, selection: $filter) {
                    ForEach(TaskListState.Filter.allCases, id: \.self) { Text(texts.title(of: $0)).tag($0) }
                }
                .pickerStyle(.segmented)
            }
            SignInProgress(phase: registration.signIn.state.phase, registration: registration)
            tasks.state.failure.map { FailureRow(failure: $0, choose: registration.chooseTasks) }
            tasks.state.removed.map { RemovedTask(text: $0.text, undo: tasks.undo) }
            Section(note) {
                ForEach(rows) { TaskRowView(row: $0, tasks: tasks, edited: $edited) }
            }
        }
        .sheet(item: $edited) { EditTaskSheet(row: $0, tasks: tasks, edited: $edited) }
    }

    /// Keeps the focus, so that the next task can be typed immediately.
    private func add() {
        tasks.add()
        isTyping = true
    }
}

struct RemovedTask: View {
    let text: String
    let undo: @MainActor () -> Void
    @Environment(\.texts) private var texts

    var body: some View {
        Section {
            Text(texts.tasks.removed(text))
            Button(texts.tasks.undo) { undo() }
        }
    }
}
#endif
