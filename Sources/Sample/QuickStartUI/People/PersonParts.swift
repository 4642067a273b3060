// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import MicrosoftGraph
import QuickStart
import SwiftUI

/// One fact; a number calls and an address writes.
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

/// The manager, as soon as the directory has answered.
struct PersonManager: View {
    let phase: Phase<Person>
    @Environment(\.texts) private var texts

    var body: some View {
        switch phase {
        case .content(let manager): Section(texts.person.manager) { PersonLink(manager) }
        case .busy: ProgressView()
        case .failed: Text(texts.person.partMissing)
        case .idle, .empty, .signedOut: EmptyView()
        }
    }
}

/// The direct reports, as soon as the directory has answered.
struct PersonReports: View {
    let phase: Phase<[Person]>
    @Environment(\.texts) private var texts

    var body: some View {
        switch phase {
        case .content(let people):
            Section(texts.person.directReports(people.count)) { ForEach(people) { PersonLink($0) } }
        case .busy: ProgressView()
        case .failed: Text(texts.person.partMissing)
        case .idle, .empty, .signedOut: EmptyView()
        }
    }
}

/// A line that leads to the page of a person.
struct PersonLink: View {
    let person: Person
    @Environment(\.texts) private var texts

    init(_ person: Person) { self.person = person }

    var body: some View {
        NavigationLink(value: person.id) { PersonRow(PersonSummary(person, in: texts)) }
    }
}
#endif
