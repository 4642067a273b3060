// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import Foundation
import QuickStart
import SwiftUI

struct TaskRowView: View {
    let row: TaskRow
    let tasks: TaskListModel
    @Binding var edited: TaskRow?
    @Environment(\.texts) private var texts

    private var summary: TaskSummary { TaskSummary(row, in: texts) }

    var body: some View {
        Button {
            tasks.setCompleted(!row.completed, of: row.id)
        } label: {
            HStack {
                Image(systemName: summary.symbol).accessibilityHidden(true)
                VStack(alignment: .leading) {
                    Text(row.text).strikethrough(row.completed)
                    Text(summary.added).font(.footnote).foregroundStyle(.secondary)
                }
            }
        }
        .buttonStyle(.plain)
        .accessibilityLabel(row.text)
        .accessibilityValue(summary.state)
        .accessibilityHint(summary.toggle)
        .accessibilityAddTraits(.isToggle)
        .swipeActions { TaskActions(row: row, tasks: tasks, edited: $edited) }
        .contextMenu { TaskActions(row: row, tasks: tasks, edited: $edited) }
        .disabled(row.isSaving)
    }
}

struct TaskActions: View {
    let row: TaskRow
    let tasks: TaskListModel
    @Binding var edited: TaskRow?
    @Environment(\.texts) private var texts

    private var summary: TaskSummary { TaskSummary(row, in: texts) }

    var body: some View {
        Button(texts.tasks.remove, role: .destructive) { tasks.remove(row.id) }.accessibilityLabel(summary.remove)
        Button(texts.tasks.edit) { edited = row }.accessibilityLabel(summary.edit)
    }
}

struct EditTaskSheet: View {
    let row: TaskRow
    let tasks: TaskListModel
    @Binding var edited: TaskRow?
    @State private var text: String
    @FocusState private var isTyping: Bool
    @Environment(\.texts) private var texts

    init(row: TaskRow, tasks: TaskListModel, edited: Binding<TaskRow?>) {
        (self.row, self.tasks, _edited) = (row, tasks, edited)
        _text = State(initialValue: row.text)
    }

    var body: some View {
        NavigationStack {
            Form {
                TextField(texts.tasks.text, text: $text).focused($isTyping).onSubmit { save() }
            }
            .formStyle(.grouped)
            .navigationTitle(texts.tasks.edit)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button(texts.common.cancel, role: .cancel) { edited = nil }.keyboardShortcut(.cancelAction)
                }
                ToolbarItem(placement: .confirmationAction) {
                    Button(texts.tasks.save) { save() }.keyboardShortcut(.defaultAction)
                        .disabled(!TaskListState.isText(text))
                }
            }
        }
        .frame(minWidth: 320, minHeight: 220)
        .task { isTyping = true }
    }

    private func save() { edited = tasks.edit(text, in: row) }
}
#endif
