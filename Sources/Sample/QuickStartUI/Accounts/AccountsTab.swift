// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import Foundation
import QuickStart
import SignIn
import SwiftUI

struct AccountsTab: View {
    let app: AppModel
    @State private var path: [Account.ID] = []
    @Environment(\.texts) private var texts

    var body: some View {
        NavigationStack(path: $path) {
            List { ForEach(app.registrations) { AccountsSection(registration: $0) } }
                .navigationTitle(texts.accounts.title)
                .navigationDestination(for: Account.ID.self) { ShownAccount(id: $0, app: app, path: $path) }
        }
    }
}

struct AccountsSection: View {
    let registration: RegistrationModel
    @Environment(\.texts) private var texts

    private var accounts: AccountsModel { registration.accounts }

    var body: some View {
        Section {
            AccountRows(phase: accounts.state.phase, registration: registration)
            accounts.state.failure.map { FailureLines(failure: $0, choose: registration.chooseAccounts) }
            accounts.state.sessionFailure.map { FailureLines(failure: $0, choose: registration.chooseAccounts) }
            accounts.state.sessionPage.map { OpenSession(page: $0, dismiss: accounts.sessionPageShown) }
            AddAccount(phase: registration.signIn.state.phase, registration: registration)
        } header: {
            Text(texts.title(of: registration.settings))
        } footer: {
            Text(texts.text(of: registration.settings))
        }
    }
}

struct AccountRows: View {
    let phase: Phase<[Account]>
    let registration: RegistrationModel
    @Environment(\.texts) private var texts

    var body: some View {
        switch phase {
        case .idle, .busy: ProgressView(texts.common.loading)
        case .empty, .signedOut: Text(texts.accounts.nobody)
        case .content(let accounts): ForEach(accounts) { AccountRow(account: $0, registration: registration) }
        case .failed(let failure): FailureLines(failure: failure.staying, choose: registration.chooseAccounts)
        }
    }
}

/// The provider did not end its session, so the next sign-in may need no password.
struct OpenSession: View {
    let page: URL
    let dismiss: @MainActor () -> Void
    @Environment(\.texts) private var texts

    var body: some View {
        Label(texts.accounts.stillSignedIn, systemImage: "exclamationmark.triangle")
        Link(texts.accounts.endSession, destination: page)
        Button(texts.common.cancel) { dismiss() }
    }
}

struct AddAccount: View {
    let phase: Phase<Account>
    let registration: RegistrationModel
    @Environment(\.texts) private var texts

    var body: some View {
        switch phase {
        case .busy: SigningIn(registration: registration)
        case .failed(let failure): FailureLines(failure: failure, choose: registration.choose)
        case .idle, .empty, .content, .signedOut:
            Button(texts.accounts.add) { Task { await registration.addAccount() } }
        }
    }
}
#endif
