// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import MicrosoftGraph
import QuickStart
import SwiftUI

struct PeopleResults: View {
    let phase: Phase<[Person]>
    let registration: RegistrationModel
    @Binding var person: String?
    @Environment(\.texts) private var texts

    var body: some View {
        switch phase {
        case .idle: PeopleNotice(title: texts.people.searchLabel, text: texts.people.searchHint)
        case .busy: ProgressView(texts.people.searching)
        case .empty:
            PeopleNotice(
                title: texts.people.noneFound(registration.people.text), text: texts.people.noneFoundAdvice)
        case .content(let people):
            PeopleList(
                people: people, more: registration.people.state.more, showMore: registration.people.showMore,
                person: $person)
        case .failed(let failure): FailureView(failure: failure, choose: registration.choosePeople)
        case .signedOut:
            SignInPrompt(
                phase: registration.signIn.state.phase, registration: registration, title: texts.people.signIn,
                text: texts.people.signInText)
        }
    }
}

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

struct PeopleList: View {
    let people: [Person]
    let more: PeopleSearchState.More
    let showMore: @MainActor () -> Void
    @Binding var person: String?
    @Environment(\.texts) private var texts

    var body: some View {
        List(selection: $person) {
            Section(texts.people.found(people.count, more.isMore)) {
                ForEach(people) { PersonRow(PersonSummary($0, in: texts)) }
            }
            MorePeople(more: more, show: showMore)
        }
    }
}

struct MorePeople: View {
    let more: PeopleSearchState.More
    let show: @MainActor () -> Void
    @Environment(\.texts) private var texts

    var body: some View {
        switch more {
        case .none: EmptyView()
        case .available: Button(texts.people.showMore) { show() }
        case .busy: ProgressView(texts.people.searching)
        case .failed(let failure):
            VStack {
                Text(texts.sentence(of: failure))
                Button(texts.common.retry) { show() }
            }
        }
    }
}
#endif
