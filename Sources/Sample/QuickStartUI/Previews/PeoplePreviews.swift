// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import MicrosoftGraph
import QuickStart
import SwiftUI

struct PeopleResultsPreviews: PreviewProvider {
    static var previews: some View {
        ForEach(Phase.each(PreviewContent.people), id: \.self) { phase in
            PreviewContent.registration.map {
                PeopleResults(phase: phase, registration: $0, person: .constant(nil))
            }
            .previewDisplayName(phase.name)
        }
    }
}

struct MorePeoplePreviews: PreviewProvider {
    static var previews: some View {
        ForEach([PeopleSearchState.More.none, .available, .busy, .failed(PreviewContent.failure)], id: \.self) { more in
            PeopleList(people: PreviewContent.people, more: more, showMore: {}, person: .constant("1"))
                .previewDisplayName("\(more)")
        }
    }
}

struct PersonPagePreviews: PreviewProvider {
    static var previews: some View {
        ForEach(PreviewContent.people.first.map(Phase.each) ?? [], id: \.self) { phase in
            PreviewContent.registration.map {
                PersonPage(phase: phase, state: PreviewContent.page(phase), registration: $0) { _ in }
            }
            .previewDisplayName(phase.name)
        }
    }
}

struct PersonManagerPreviews: PreviewProvider {
    static var previews: some View {
        ForEach(PreviewContent.people.first.map(Phase.each) ?? [], id: \.self) {
            PersonManager(phase: $0) { _ in }.previewDisplayName($0.name)
        }
    }
}

struct PersonReportsPreviews: PreviewProvider {
    static var previews: some View {
        ForEach(Phase.each(PreviewContent.people), id: \.self) {
            PersonReports(phase: $0) { _ in }.previewDisplayName($0.name)
        }
    }
}
#endif
