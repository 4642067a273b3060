// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import MicrosoftGraph
import QuickStart
import SwiftUI

/// A phone number calls, and an address writes.
struct PersonFactRow: View {
    let fact: PersonFact

    init(_ fact: PersonFact) { self.fact = fact }

    var body: some View {
        LabeledContent(fact.label) {
            switch fact.address {
            case let address?: Link(fact.value, destination: address)
            case nil: Text(fact.value).textSelection(.enabled)
            }
        }
    }
}

struct PersonManager: View {
    let phase: Phase<Person>
    let choose: @MainActor (Failure.Step) async -> Void
    @Environment(\.texts) private var texts

    var body: some View {
        switch phase {
        case .content(let manager): Section(texts.person.manager) { PersonLink(manager) }
        case .busy: ProgressView(texts.common.loading)
        case .failed: MissingPart(title: texts.person.manager, choose: choose)
        case .idle, .empty, .signedOut: EmptyView()
        }
    }
}

struct PersonReports: View {
    let phase: Phase<[Person]>
    let choose: @MainActor (Failure.Step) async -> Void
    @Environment(\.texts) private var texts

    var body: some View {
        switch phase {
        case .content(let people):
            Section(texts.person.directReports(people.count)) { ForEach(people) { PersonLink($0) } }
        case .busy: ProgressView(texts.common.loading)
        case .failed: MissingPart(title: texts.person.reports, choose: choose)
        case .idle, .empty, .signedOut: EmptyView()
        }
    }
}

struct MissingPart: View {
    let title: String
    let choose: @MainActor (Failure.Step) async -> Void
    @Environment(\.texts) private var texts

    var body: some View {
        Section(title) {
            Text(texts.person.partMissing)
            Button(texts.common.retry) { Task { await choose(.retry) } }
        }
    }
}

struct PersonLink: View {
    let person: Person
    @Environment(\.texts) private var texts

    init(_ person: Person) { self.person = person }

    var body: some View { NavigationLink(value: person.id) { PersonRow(PersonSummary(person, in: texts)) } }
}
#endif
