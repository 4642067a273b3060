// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import QuickStart
import SwiftUI

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

struct FailureRow: View {
    let failure: Failure
    let choose: @MainActor (Failure.Step) async -> Void

    var body: some View { Section { FailureLines(failure: failure, choose: choose) } }
}

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
