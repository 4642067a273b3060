// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import QuickStart
import SignIn
import SwiftUI

/// The accounts of all registrations.
struct AccountsTab: View {
    let app: AppModel
    @State private var path: [Account] = []
    @Environment(\.texts) private var texts

    var body: some View {
        NavigationStack(path: $path) {
            List { ForEach(app.registrations) { AccountsSection(registration: $0) } }
                .navigationTitle(texts.accounts.title)
                .navigationDestination(for: Account.self) { account in
                    app.registration(of: account).map {
                        AccountPage(account: account, registration: $0, path: $path)
                    }
                }
        }
    }
}

/// The accounts of one registration.
struct AccountsSection: View {
    let registration: RegistrationModel
    @Environment(\.texts) private var texts

    private var accounts: AccountsModel { registration.accounts }

    var body: some View {
        Section {
            AccountRows(phase: accounts.state.phase, registration: registration)
            accounts.state.failure.map { FailureRow(failure: $0) { _ in accounts.dismissFailure() } }
            accounts.state.sessionFailure.map { FailureRow(failure: $0) { _ in accounts.dismissFailure() } }
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
        case .idle, .busy: ProgressView()
        case .empty, .signedOut: Text(texts.accounts.nobody)
        case .content(let accounts): ForEach(accounts) { AccountRow(account: $0, registration: registration) }
        case .failed(let failure): FailureView(failure: failure) { _ in await registration.accounts.load() }
        }
    }
}

/// The end of a registration's accounts: adds one.
struct AddAccount: View {
    let phase: Phase<Account>
    let registration: RegistrationModel
    @Environment(\.texts) private var texts

    var body: some View {
        switch phase {
        case .busy: SigningIn(registration: registration)
        case .failed(let failure): FailureView(failure: failure, choose: registration.choose)
        case .idle, .empty, .content, .signedOut:
            Button(texts.accounts.add) { Task { await registration.addAccount() } }
        }
    }
}
#endif
