// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import QuickStart
import SwiftUI

struct PeopleTab: View {
    let app: AppModel

    var body: some View { app.people.map { PeopleView(app: app, registration: $0, search: $0.people) } }
}

struct PeopleView: View {
    @Bindable var app: AppModel
    let registration: RegistrationModel
    @Bindable var search: PeopleSearchModel
    @Environment(\.texts) private var texts

    var body: some View {
        NavigationSplitView(preferredCompactColumn: $app.navigation.column) {
            PeopleResults(
                phase: registration.peoplePhase, registration: registration, person: $app.navigation.person
            )
            .navigationTitle(texts.people.title)
            .searchable(text: $search.text, prompt: texts.people.searchLabel)
            .onSubmit(of: .search) { search.submit() }
        } detail: {
            NavigationStack(path: $app.navigation.chain) {
                ChosenPerson(registration: registration, who: app.navigation.person)
                    .navigationDestination(for: String.self) { PersonView(registration: registration, who: $0) }
            }
        }
        .task(id: registration.visitor) { app.searchAgain() }
    }
}

extension Navigation {
    /// The column that a narrow screen shows; returning to the list closes the person's page.
    var column: NavigationSplitViewColumn {
        get { person == nil ? .sidebar : .detail }
        set { if newValue == .sidebar { person = nil } }
    }
}

struct ChosenPerson: View {
    let registration: RegistrationModel
    let who: String?
    @Environment(\.texts) private var texts

    var body: some View {
        switch who {
        case let who?: PersonView(registration: registration, who: who).id(who)
        case nil: Text(texts.start.peopleText).foregroundStyle(.secondary)
        }
    }
}
#endif
