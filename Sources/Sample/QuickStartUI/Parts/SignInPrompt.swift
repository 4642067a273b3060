// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import QuickStart
import SignIn
import SwiftUI

struct SignInPrompt: View {
    let phase: Phase<Account>
    let registration: RegistrationModel
    let title: String
    let text: String
    @Environment(\.texts) private var texts

    var body: some View {
        switch phase {
        case .busy: SigningIn(registration: registration)
        case .failed(let failure): FailureView(failure: failure, choose: registration.choose)
        case .idle, .empty, .content, .signedOut:
            ContentUnavailableView {
                Label(title, systemImage: "person.crop.circle.badge.plus")
            } description: {
                Text(text)
            } actions: {
                Button(texts.common.signIn) { Task { await registration.signIn() } }.keyboardShortcut(.defaultAction)
            }
        }
    }
}

struct SignInProgress: View {
    let phase: Phase<Account>
    let registration: RegistrationModel

    var body: some View {
        switch phase {
        case .busy: Section { SigningIn(registration: registration) }
        case .failed(let failure): FailureRow(failure: failure, choose: registration.choose)
        case .idle, .empty, .content, .signedOut: EmptyView()
        }
    }
}

struct SigningIn: View {
    let registration: RegistrationModel
    @Environment(\.texts) private var texts

    var body: some View {
        VStack {
            ProgressView(texts.common.loading)
            Button(texts.common.cancel, role: .cancel) { registration.signIn.cancel() }
                .keyboardShortcut(.cancelAction)
        }
    }
}
#endif
