// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import PageTemplates
import PortableFoundation
import QuickStart
import WebSignIn

struct PageRenderer: Sendable {
    private let libraries: [Language: PageLibrary]
    private let navigation: [Language: [WebPage.Section?: String]]
    private let tenantPage: String?

    init(tenantPage: String?) throws {
        let libraries = try Self.libraries.get()
        self.libraries = libraries
        navigation = libraries.reduce(into: [:]) { $0[$1.key] = Self.navigation($1.key, $1.value) }
        self.tenantPage = tenantPage
    }

    /// Parsed once per program and language, so that text shared by all pages is part of the templates.
    private static let libraries = Result {
        try Dictionary(
            uniqueKeysWithValues: Language.allCases.map { language in
                let text = TemplateText(language)
                return (language, try PageLibrary(templates.map { ($0, try text.filling($1)) }))
            })
    }

    private static let templates: [(name: String, content: [UInt8])] = [
        ("layout", PackageResources.layout_mustache), ("start", PackageResources.start_mustache),
        ("people", PackageResources.people_mustache), ("results", PackageResources.results_mustache),
        ("person", PackageResources.person_mustache), ("portrait", PackageResources.portrait_mustache),
        ("tasks", PackageResources.tasks_mustache), ("accounts", PackageResources.accounts_mustache),
        ("notice", PackageResources.notice_mustache), ("failure", PackageResources.failure_mustache),
        ("fields", PackageResources.fields_mustache), ("navigation", PackageResources.navigation_mustache),
    ]

    /// A choice of the language leads to `address`, and forms may lead to the origins `formTargets`.
    func response(
        _ page: WebPage, in language: Language, at address: String, person: String?, formTargets: [String]
    ) -> Response {
        var values = page.values
        values["title"] = page.title
        values["navigation"] = navigation[language]?[page.section] ?? ""
        values["signedIn"] = person.map { [["who": language.texts.common.signedInAs($0), "name": $0]] } ?? []
        values["address"] = address
        values["behind"] = tenantPage.map { [["tenantPage": $0]] } ?? []
        var response = html(page.template, values, in: language, status: page.status)
        if let name = HTTPField.Name("Content-Security-Policy") { response.headers[name] = Self.policy(formTargets) }
        return response
    }

    func html(
        _ template: String, _ values: PageValues, in language: Language, status: HTTPResponse.Status = .ok
    ) -> Response {
        let text = libraries[language]?.page(template, values) ?? []
        return Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
                .vary: "Accept-Language, Cookie",
            ], body: ResponseBody(text))
    }

    private static func navigation(
        _ language: Language, _ library: PageLibrary
    ) -> [WebPage.Section?: String] {
        let texts = language.texts.common
        let sections: [(WebPage.Section, String, String)] = [
            (.people, "/people", texts.people), (.tasks, "/tasks", texts.tasks),
            (.accounts, "/accounts", texts.accounts),
        ]
        let current: [WebPage.Section?] = sections.map(\.0) + [nil]
        let all = current.map { current in
            let links = sections.map { ["target": $1, "label": $2, "isCurrent": $0 == current] as PageValues }
            return (current, String(decoding: library.page("navigation", ["navigation": links]), as: UTF8.self))
        }
        return Dictionary(uniqueKeysWithValues: all)
    }

    private static func policy(_ formTargets: [String]) -> String {
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
            + "base-uri 'none'; frame-ancestors 'none'; form-action \((["'self'"] + formTargets).joined(separator: " ")); "
            + "require-trusted-types-for 'script'; trusted-types quickstart"
    }
}
