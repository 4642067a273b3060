// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import Foundation
import QuickStart
import SwiftUI

/// VoiceOver reads the line as one.
struct PersonRow: View {
    let summary: PersonSummary

    init(_ summary: PersonSummary) { self.summary = summary }

    var body: some View {
        HStack {
            Initials(summary.initials)
            VStack(alignment: .leading) {
                Text(summary.name).font(.headline)
                Text(summary.detail).font(.subheadline).foregroundStyle(.secondary)
            }
        }
        .accessibilityElement(children: .combine)
    }
}

/// The initials in place of a photo; VoiceOver reads the name beside them.
struct Initials: View {
    let letters: String
    @ScaledMetric private var side = 40.0

    init(_ letters: String) { self.letters = letters }

    var body: some View {
        Text(letters).frame(width: side, height: side).background(.quaternary, in: .circle).accessibilityHidden(true)
    }
}
#endif
