// SPDX-License-Identifier: Apache-2.0
import Foundation
import QuickStart
import Testing

@testable import QuickStartWeb

/// The text that is the same on each page becomes a part of the templates.
@Suite struct TemplateTextTests {
    private func filled(_ template: String, _ language: Language) throws -> String {
        String(decoding: try TemplateText(language).filling(Array(template.utf8)), as: UTF8.self)
    }

    @Test func `texts and addresses stand in their places, and values stay for the page`() throws {
        #expect(
            try filled("<p lang=\"{{page.lang}}\">{{t.common.signOut}} {{name}}</p>", .german)
                == "<p lang=\"de\">Abmelden {{name}}</p>")
        #expect(try filled("{{asset.style}}", .english).hasPrefix("/"))
        #expect(try filled("{{{page.languages}}}", .italian).contains("lang=\"it\" selected>Italiano<"))
    }

    @Test(arguments: Language.allCases)
    func `no text can end an attribute or begin a place`(_ language: Language) throws {
        for name in language.texts.plain.keys {
            let text = try filled("{{t.\(name)}}", language)
            #expect(!text.contains { "\"'<>".contains($0) } && !text.contains("{{"), "\(name)")
        }
    }

    @Test(arguments: ["t.people.nothing", "t.nothing", "asset.photo", "t.people_search", "t.people.search "])
    func `a template that names an unknown text is refused`(_ name: String) {
        #expect(throws: UnknownTemplateText.self) { try filled("<p>{{\(name)}}</p>", .english) }
    }
}
