// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import QuickStart
import SwiftUI

/// A failure in place of a page.
struct FailureView: View {
    let failure: Failure
    let choose: @MainActor (Failure.Step) async -> Void
    @Environment(\.texts) private var texts

    var body: some View {
        ContentUnavailableView {
            Label(texts.sentence(of: failure), systemImage: "exclamationmark.triangle")
        } description: {
            Text(texts.hint(of: failure))
        } actions: {
            FailureActions(failure: failure, choose: choose)
        }
    }
}

/// A failure beside the content of a page.
struct FailureRow: View {
    let failure: Failure
    let choose: @MainActor (Failure.Step) async -> Void

    var body: some View {
        Section { FailureLines(failure: failure, choose: choose) }
    }
}

/// A failure among the lines of a section.
struct FailureLines: View {
    let failure: Failure
    let choose: @MainActor (Failure.Step) async -> Void
    @Environment(\.texts) private var texts

    var body: some View {
        Label(texts.sentence(of: failure), systemImage: "exclamationmark.triangle")
        Text(texts.hint(of: failure)).foregroundStyle(.secondary)
        FailureActions(failure: failure, choose: choose)
    }
}

/// A button for each step after a failure, the most useful first.
struct FailureActions: View {
    let failure: Failure
    let choose: @MainActor (Failure.Step) async -> Void
    @Environment(\.texts) private var texts

    var body: some View {
        ForEach(failure.steps, id: \.self) { step in
            Button(texts.title(of: step)) { Task { await choose(step) } }
        }
    }
}
#endif
