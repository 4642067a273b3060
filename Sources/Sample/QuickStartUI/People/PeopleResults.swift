// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import MicrosoftGraph
import QuickStart
import SwiftUI

/// The result of a search.
struct PeopleResults: View {
    let registration: RegistrationModel
    @Binding var person: String?
    @Environment(\.texts) private var texts

    var body: some View {
        switch registration.peoplePhase {
        case .idle: PeopleNotice(title: texts.people.searchLabel, text: texts.people.searchHint)
        case .busy: ProgressView(texts.people.searching)
        case .empty:
            PeopleNotice(
                title: texts.people.noneFound(registration.people.text), text: texts.people.noneFoundAdvice)
        case .content(let people): PeopleList(people: people, search: registration.people, person: $person)
        case .failed(let failure): FailureView(failure, choose: registration.choosePeople)
        case .signedOut:
            SignInPrompt(registration: registration, title: texts.people.signIn, text: texts.people.signInText)
        }
    }
}

/// A sentence in place of a list of people.
struct PeopleNotice: View {
    let title: String
    let text: String

    var body: some View {
        ContentUnavailableView {
            Label(title, systemImage: "magnifyingglass")
        } description: {
            Text(text)
        }
    }
}

/// The people found.
struct PeopleList: View {
    let people: [Person]
    let search: PeopleSearchModel
    @Binding var person: String?
    @Environment(\.texts) private var texts

    var body: some View {
        List(selection: $person) {
            Section(texts.people.found(people.count, search.state.more != .none)) {
                ForEach(people) { PersonRow(PersonSummary($0, in: texts)) }
            }
            MorePeople(search: search)
        }
    }
}

/// The end of a list of people.
struct MorePeople: View {
    let search: PeopleSearchModel
    @Environment(\.texts) private var texts

    var body: some View {
        switch search.state.more {
        case .none: EmptyView()
        case .available: Button(texts.people.showMore) { search.showMore() }
        case .busy: ProgressView(texts.people.searching)
        case .failed(let failure): Button(texts.sentence(of: failure)) { search.showMore() }
        }
    }
}
#endif
