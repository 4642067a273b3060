// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import MicrosoftGraph
import QuickStart
import SwiftUI

/// Loads when the page appears, and after each sign-in.
struct PersonView: View {
    let registration: RegistrationModel
    let who: String
    @State private var page: PersonModel

    init(registration: RegistrationModel, who: String) {
        (self.registration, self.who) = (registration, who)
        _page = State(initialValue: registration.person())
    }

    var body: some View {
        PersonPage(phase: registration.profilePhase(page.state), state: page.state, registration: registration) {
            await registration.choose($0, on: page)
        }
        .task(id: registration.visitor) { page.appear(who, for: registration.visitor) }
    }
}

struct PersonPage: View {
    let phase: Phase<Person>
    let state: PersonState
    let registration: RegistrationModel
    let choose: @MainActor (Failure.Step) async -> Void
    @Environment(\.texts) private var texts

    var body: some View {
        switch phase {
        case .idle, .busy, .empty: ProgressView(texts.common.loading)
        case .content(let person): PersonDetails(person: person, state: state, choose: choose)
        case .failed(let failure): FailureView(failure: failure, choose: choose)
        case .signedOut:
            SignInPrompt(
                phase: registration.signIn.state.phase, registration: registration, title: texts.people.signIn,
                text: texts.people.signInText)
        }
    }
}

struct PersonDetails: View {
    let person: Person
    let state: PersonState
    let choose: @MainActor (Failure.Step) async -> Void
    @Environment(\.texts) private var texts

    private var summary: PersonSummary { PersonSummary(person, in: texts) }

    var body: some View {
        Form {
            Section {
                HStack {
                    Portrait(photo: state.photo.content, initials: summary.initials)
                    VStack(alignment: .leading) {
                        Text(summary.name).font(.title).accessibilityAddTraits(.isHeader)
                        Text(summary.detail).foregroundStyle(.secondary)
                    }
                }
            }
            Section { ForEach(PersonFact.contact(of: person, in: texts), id: \.self) { PersonFactRow($0) } }
            Section { ForEach(PersonFact.work(of: person, in: texts), id: \.self) { PersonFactRow($0) } }
            PersonManager(phase: state.manager, choose: choose)
            PersonReports(phase: state.directReports, choose: choose)
        }
        .formStyle(.grouped)
        .navigationTitle(summary.name)
    }
}
#endif
