// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import MicrosoftGraph
import QuickStart
import SwiftUI

/// The page of one person, which loads when it appears and after each sign-in.
struct PersonView: View {
    let registration: RegistrationModel
    let who: String
    @State private var page: PersonModel

    init(registration: RegistrationModel, who: String) {
        (self.registration, self.who) = (registration, who)
        _page = State(initialValue: registration.person())
    }

    var body: some View {
        PersonPage(registration: registration, page: page).task(id: registration.visitor) { page.open(who) }
    }
}

/// The states of the page.
struct PersonPage: View {
    let registration: RegistrationModel
    let page: PersonModel
    @Environment(\.texts) private var texts

    var body: some View {
        switch page.state.profile {
        case .idle, .busy, .empty: ProgressView()
        case .content(let person): PersonDetails(person: person, page: page)
        case .failed(let failure): FailureView(failure) { await registration.choose($0, on: page) }
        case .signedOut:
            SignInPrompt(registration: registration, title: texts.people.signIn, text: texts.people.signInText)
        }
    }
}

/// A person with all that the directory says.
struct PersonDetails: View {
    let person: Person
    let page: PersonModel
    @Environment(\.texts) private var texts

    private var summary: PersonSummary { PersonSummary(person, in: texts) }

    var body: some View {
        Form {
            Section {
                HStack {
                    Portrait(photo: page.state.photo.content, initials: summary.initials)
                    VStack(alignment: .leading) {
                        Text(summary.name).font(.title).accessibilityAddTraits(.isHeader)
                        Text(summary.detail).foregroundStyle(.secondary)
                    }
                }
            }
            Section { ForEach(PersonFact.contact(of: person, in: texts), id: \.self) { PersonFactRow($0) } }
            Section { ForEach(PersonFact.work(of: person, in: texts), id: \.self) { PersonFactRow($0) } }
            PersonManager(phase: page.state.manager)
            PersonReports(phase: page.state.directReports)
        }
        .navigationTitle(summary.name)
    }
}
#endif
