// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import QuickStart
import SignIn
import SwiftUI

struct AccountRow: View {
    let account: Account
    let registration: RegistrationModel
    @Environment(\.texts) private var texts

    private var words: AccountSummary { AccountSummary(account, at: registration, in: texts) }

    var body: some View {
        NavigationLink(value: account.id) {
            HStack {
                VStack(alignment: .leading) {
                    Text(words.name).font(.headline)
                    Text(words.detail).font(.subheadline).foregroundStyle(.secondary)
                    words.notice.map { Text($0).font(.footnote) }
                }
                words.symbol.map { Image(systemName: $0).accessibilityHidden(true) }
            }
        }
        .accessibilityAddTraits(traits)
        .disabled(words.isLeaving)
    }

    private var traits: AccessibilityTraits {
        switch words.isInUse {
        case true: .isSelected
        case false: []
        }
    }
}

struct ShownAccount: View {
    let id: Account.ID
    let app: AppModel
    @Binding var path: [Account.ID]
    @Environment(\.texts) private var texts

    var body: some View {
        switch app.account(id) {
        case (let account, let registration)?: AccountPage(account: account, registration: registration, path: $path)
        case nil: PeopleNotice(title: texts.accounts.nobody, text: "")
        }
    }
}

struct AccountPage: View {
    let account: Account
    let registration: RegistrationModel
    @Binding var path: [Account.ID]
    @State private var isAsking = false
    @Environment(\.texts) private var texts

    private var words: AccountSummary { AccountSummary(account, at: registration, in: texts) }

    var body: some View {
        Form {
            Section {
                Text(words.name).font(.title).accessibilityAddTraits(.isHeader)
                Text(words.detail).textSelection(.enabled)
                Text(words.since).foregroundStyle(.secondary)
            }
            Section(texts.accounts.permissions) { ForEach(words.permissions, id: \.self) { Text($0) } }
            Section {
                Button(texts.accounts.use) { registration.accounts.choose(account.id) }.disabled(words.isInUse)
                Button(texts.common.signIn) { Task { await registration.signInAgain(to: account) } }
                ForEach(registration.changes, id: \.self) { change in
                    Button(texts.title(of: change)) { Task { await registration.change(change) } }
                }
                Button(texts.common.signOut, role: .destructive) { isAsking = true }
            }
            SignInProgress(phase: registration.signIn.state.phase, registration: registration)
        }
        .formStyle(.grouped)
        .navigationTitle(words.name)
        .confirmationDialog(words.name, isPresented: $isAsking, titleVisibility: .visible, presenting: account) { _ in
            Button(texts.accounts.signOutAtProvider, role: .destructive) { signOut() }
            Button(texts.common.cancel, role: .cancel) {}
        }
    }

    private func signOut() {
        path = []
        Task { await registration.accounts.signOut(account.id) }
    }
}
#endif
