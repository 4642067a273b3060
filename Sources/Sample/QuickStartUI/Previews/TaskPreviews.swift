// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import QuickStart
import SwiftUI

struct TaskPhasePreviews: PreviewProvider {
    static var previews: some View {
        ForEach(Phase.each(PreviewContent.rows), id: \.self) { phase in
            PreviewContent.registration.map { TaskPhase(phase: phase, registration: $0, filter: .constant(.all)) }
                .previewDisplayName(phase.name)
        }
    }
}

struct EmptyFilterPreviews: PreviewProvider {
    static var previews: some View {
        ForEach(TaskListState.Filter.allCases, id: \.self) { filter in
            PreviewContent.registration.map { TaskPhase(phase: .empty, registration: $0, filter: .constant(filter)) }
                .previewDisplayName(filter.rawValue)
        }
    }
}

struct RemovedTaskPreviews: PreviewProvider {
    static var previews: some View { RemovedTask(text: "Water the plants", undo: {}) }
}

struct EditTaskSheetPreviews: PreviewProvider {
    static var previews: some View {
        PreviewContent.registration.map { registration in
            ForEach(PreviewContent.rows) {
                EditTaskSheet(row: $0, tasks: registration.tasks, edited: .constant($0))
            }
        }
    }
}
#endif
