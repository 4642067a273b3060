// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import Hummingbird
import Mustache
import NIOCore
import PageTemplates
import QuickStart
import WebSignIn

/// Renders pages in the layout of the app.
struct PageRenderer: Sendable {
    private let libraries: [Language: MustacheLibrary]
    /// The parts that are alike on all pages, rendered once.
    private let frames: [Language: Frame]
    private let tenantPage: String?

    private struct Frame {
        let navigation: [WebPage.Section?: String]
        let languages: String
    }

    /// Parses the templates.
    init(tenantPage: String?) throws {
        let libraries = try Self.libraries.get()
        self.libraries = libraries
        frames = libraries.reduce(into: [:]) { frames, entry in frames[entry.key] = Self.frame(entry.key, entry.value) }
        self.tenantPage = tenantPage
    }

    /// The templates in each language, parsed once in a program: the texts are then a part of them.
    private static let libraries = Result {
        try Dictionary(
            uniqueKeysWithValues: Language.allCases.map { language in
                let table = TextTable(language)
                return (language, try MustacheLibrary(pages: templates.map { ($0, try table.filling($1)) }))
            })
    }

    private static let templates: [(name: String, content: [UInt8])] = [
        ("layout", PackageResources.layout_mustache), ("start", PackageResources.start_mustache),
        ("people", PackageResources.people_mustache), ("results", PackageResources.results_mustache),
        ("person", PackageResources.person_mustache), ("portrait", PackageResources.portrait_mustache),
        ("tasks", PackageResources.tasks_mustache), ("accounts", PackageResources.accounts_mustache),
        ("notice", PackageResources.notice_mustache), ("failure", PackageResources.failure_mustache),
        ("fields", PackageResources.fields_mustache), ("navigation", PackageResources.navigation_mustache),
        ("languages", PackageResources.languages_mustache),
    ]

    /// A page as a response.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - language: The language of its texts.
    ///   - address: The path and query, to which a choice of the language leads back.
    ///   - person: The name of the signed-in person; `nil` if there is none.
    ///   - formTargets: The origins to which forms may lead.
    /// - Returns: The response.
    func response(
        _ page: WebPage, in language: Language, at address: String, person: String?, formTargets: [String]
    ) -> Response {
        var values = page.values
        values["title"] = page.title
        values["lang"] = language.rawValue
        values["style"] = Asset.style.address
        values["script"] = Asset.script.address
        values["icon"] = Asset.icon.address
        values["navigation"] = frames[language]?.navigation[page.section] ?? ""
        values["languages"] = frames[language]?.languages ?? ""
        values["signedIn"] = person.map { [["who": language.texts.common.signedInAs($0), "name": $0]] } ?? []
        values["address"] = address
        values["behind"] = tenantPage.map { [["tenantPage": $0]] } ?? []
        var response = html(page.template, values, in: language, status: page.status)
        response.headers.set("Content-Security-Policy", to: Self.policy(formTargets))
        return response
    }

    /// A part of a page, for the script.
    func fragment(_ template: String, _ values: [String: Any], in language: Language) -> Response {
        html(template, values, in: language, status: .ok)
    }

    private func html(
        _ template: String, _ values: [String: Any], in language: Language, status: HTTPResponse.Status
    ) -> Response {
        let text = libraries[language]?.render(values, withTemplate: template) ?? ""
        return Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
                .vary: "Accept-Language, Cookie",
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private static func frame(_ language: Language, _ library: MustacheLibrary) -> Frame {
        let texts = language.texts.common
        let sections: [(WebPage.Section, String, String)] = [
            (.people, "/people", texts.people), (.tasks, "/tasks", texts.tasks),
            (.accounts, "/accounts", texts.accounts),
        ]
        let current: [WebPage.Section?] = sections.map(\.0) + [nil]
        let navigation = current.map { current in
            let links = sections.map { ["target": $1, "label": $2, "isCurrent": $0 == current] as [String: Any] }
            return (current, library.render(["navigation": links], withTemplate: "navigation") ?? "")
        }
        let languages = Language.allCases.map {
            ["code": $0.rawValue, "ownName": $0.ownName, "isChosen": $0 == language] as [String: Any]
        }
        return Frame(
            navigation: Dictionary(uniqueKeysWithValues: navigation),
            languages: library.render(["languages": languages], withTemplate: "languages") ?? "")
    }

    private static func policy(_ formTargets: [String]) -> String {
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
            + "base-uri 'none'; frame-ancestors 'none'; form-action \((["'self'"] + formTargets).joined(separator: " ")); "
            + "require-trusted-types-for 'script'; trusted-types quickstart"
    }
}

/// The plain texts of a language, for the places such as `{{t.people.search}}` in templates.
struct TextTable {
    private let texts: [String: String]

    init(_ language: Language) { texts = language.texts.plain }

    /// The template with the texts in their places.
    ///
    /// - Throws: ``UnknownText`` for a place without a text.
    func filling(_ template: [UInt8]) throws -> [UInt8] {
        let source = String(decoding: template, as: UTF8.self)
        var missing: String?
        let filled = source.replacing(#/{{t\.([a-zA-Z.]+)}}/#) { match in
            guard let text = texts[String(match.1)] else {
                missing = String(match.1)
                return ""
            }
            return text.escapedForHTML
        }
        if let missing { throw UnknownText(name: missing) }
        return Array(filled.utf8)
    }
}

/// A template names a text that the catalogue does not have.
struct UnknownText: Error {
    let name: String
}
