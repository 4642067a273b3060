// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import QuickStart
import SwiftUI

struct TasksTab: View {
    @Bindable var app: AppModel
    @Environment(\.texts) private var texts

    var body: some View {
        NavigationStack {
            app.taskList.map { TaskPage(registration: $0, filter: $app.navigation.filter).id($0.id) }
                .navigationTitle(texts.tasks.title)
                .toolbar {
                    Button(texts.common.refresh, systemImage: "arrow.clockwise") { Task { await app.refreshTasks() } }
                        .keyboardShortcut("r")
                    Picker(texts.accounts.title, selection: $app.taskListName) {
                        ForEach(app.taskLists) { Text(texts.title(of: $0.settings)).tag($0.id) }
                    }
                }
        }
    }
}

struct TaskPage: View {
    let registration: RegistrationModel
    @Binding var filter: TaskListState.Filter
    @Environment(\.texts) private var texts

    var body: some View {
        TaskPhase(phase: registration.taskPhase(filter), registration: registration, filter: $filter)
            .task(id: registration.visitor) { await registration.loadTasks() }
            .refreshable { await registration.loadTasks() }
    }
}

struct TaskPhase: View {
    let phase: Phase<[TaskRow]>
    let registration: RegistrationModel
    @Binding var filter: TaskListState.Filter
    @Environment(\.texts) private var texts

    var body: some View {
        switch phase {
        case .idle, .busy: ProgressView(texts.common.loading)
        case .empty:
            TaskListView(
                registration: registration, tasks: registration.tasks, rows: [], note: texts.none(under: filter),
                filter: $filter)
        case .content(let rows):
            TaskListView(
                registration: registration, tasks: registration.tasks, rows: rows,
                note: texts.tasks.toDo(registration.tasks.state.openCount), filter: $filter)
        case .failed(let failure): FailureView(failure: failure, choose: registration.chooseTasks)
        case .signedOut:
            SignInPrompt(
                phase: registration.signIn.state.phase, registration: registration, title: texts.tasks.signIn,
                text: texts.tasks.signInText)
        }
    }
}
#endif
