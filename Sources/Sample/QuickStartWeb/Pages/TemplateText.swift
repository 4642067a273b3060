// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import QuickStart

/// The template text that is the same on each page of a language: `{{t.people.search}}`, `{{asset.style}}`.
///
/// It is inserted before a template is parsed, because a look-up for each page costs more than the page.
struct TemplateText {
    private let values: [String: String]

    init(_ language: Language) {
        var values = ["page.lang": language.rawValue, "page.languages": Self.options(chosen: language)]
        for (name, text) in language.texts.plain { values["t.\(name)"] = text.escapedForHTML }
        let assets = [("style", Asset.style), ("script", Asset.script), ("icon", Asset.icon)]
        for (name, asset) in assets { values["asset.\(name)"] = asset.address }
        self.values = values
    }

    func filling(_ template: [UInt8]) throws -> [UInt8] {
        let source = String(decoding: template, as: UTF8.self)
        var missing: String?
        let filled = source.replacing(#/{{{?\s*((?:t|asset|page)\.[^}]*)}}}?/#) { match in
            let name = String(match.1)
            guard let value = values[name] else {
                missing = name
                return ""
            }
            return value
        }
        if let missing { throw UnknownTemplateText(name: missing) }
        return Array(filled.utf8)
    }

    private static func options(chosen: Language) -> String {
        Language.allCases.map { language in
            let (code, mark) = (language.rawValue, language == chosen ? " selected" : "")
            return "<option value=\"\(code)\" lang=\"\(code)\"\(mark)>\(language.ownName)</option>"
        }.joined()
    }
}

struct UnknownTemplateText: Error {
    let name: String
}
