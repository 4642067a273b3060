// SPDX-License-Identifier: Apache-2.0
import Foundation
import QuickStart
import SwiftUI
import Testing

@testable import QuickStartUI

/// Every preview, and so every state of every view, as text: `Previews.txt`.
@Suite @MainActor struct PreviewTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Previews.txt")
    private static let views = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/Sample/QuickStartUI")

    private static let providers: [any PreviewProvider.Type] = [
        AppPagesPreviews.self, SettingsTabPreviews.self, SignInPromptPreviews.self, SignInProgressPreviews.self,
        PeopleResultsPreviews.self,
        MorePeoplePreviews.self, PersonPagePreviews.self, PersonManagerPreviews.self, PersonReportsPreviews.self,
        TaskPhasePreviews.self, EmptyFilterPreviews.self, RemovedTaskPreviews.self, EditTaskSheetPreviews.self,
        AccountRowsPreviews.self, AddAccountPreviews.self, AccountPagePreviews.self,
    ]

    private func rendered() -> String {
        func text(_ provider: (some PreviewProvider).Type) -> String {
            "\(provider)\n\(StandInScreen { provider.previews }.render().outline)\n"
        }
        // The text depends on the machine's time zone.
        let time = Texts.english.dayAndTime(Date(timeIntervalSince1970: 1_767_225_600))
        return Self.providers.map { text($0) }.joined(separator: "\n").replacing(time, with: "(day and time)")
    }

    @Test func `each state of each view is as it was read`() throws {
        let actual = rendered()
        let expected = try? String(contentsOf: Self.file, encoding: .utf8)
        guard actual != expected else { return }
        let place = URL.temporaryDirectory.appending(path: "Previews.txt")
        try actual.write(to: place, atomically: true, encoding: .utf8)
        let (new, old) = (actual.split(separator: "\n"), (expected ?? "").split(separator: "\n"))
        let difference = zip(new, old).first { $0 != $1 }.map { "'\($0)' and not '\($1)'" } ?? "the end differs"
        Issue.record("\(difference); read \(place.path), and put it in the place of Previews.txt if it is right")
    }

    @Test func `every preview provider is rendered`() throws {
        let sources = try FileManager.default.contentsOfDirectory(
            at: Self.views.appending(path: "Previews"), includingPropertiesForKeys: nil)
        let names = try sources.flatMap { source in
            try String(contentsOf: source, encoding: .utf8).matches(of: #/struct (\w+): PreviewProvider/#).map {
                String($0.1)
            }
        }
        #expect(Set(names) == Set(Self.providers.map { "\($0)" }))
    }

    @Test func `every state that a view switches over has a preview`() throws {
        let files = try #require(FileManager.default.enumerator(atPath: Self.views.path))
        var deciding: Set<String> = []
        for case let file as String in files where file.hasSuffix(".swift") && !file.hasPrefix("Previews/") {
            var view = ""
            for line in try String(contentsOf: Self.views.appending(path: file), encoding: .utf8).split(separator: "\n")
            {
                if let match = line.firstMatch(of: #/struct (\w+): View/#) { view = String(match.1) }
                if line.contains("switch ") { deciding.insert(view) }
            }
        }
        let trees = rendered()
        let previews = try FileManager.default.contentsOfDirectory(
            at: Self.views.appending(path: "Previews"), includingPropertiesForKeys: nil
        ).map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        // Parts of pages that previews show: a fact with and without a link, a picture, the chosen person.
        let inside: Set = [
            "PersonFactRow", "PortraitImage", "ChosenPerson", "MorePeople", "AccountRow", "ShownAccount",
        ]
        for view in deciding.subtracting(inside) { #expect(previews.contains("\(view)("), "\(view)") }
        #expect(trees.contains("Link = 'mailto:") && trees.contains("Text '2/11'"))
    }
}
