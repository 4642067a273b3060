// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import MicrosoftGraph
import PageTemplates
import PortableFoundation
import QuickStart
import SignIn
import WebSignIn

struct PersonPages: Sendable {
    let app: QuickStartWeb

    func add(to router: Router<WebContext>) {
        router.get("/people/{person}") { try await page(Visit($0, $1, app: app), of: $1.part("person")) }
        router.get("/people/{person}/photo") { try await photo(Visit($0, $1, app: app), of: $1.part("person")) }
    }

    private func page(_ visit: Visit, of who: String) async throws -> Response {
        let settings = try app.peopleSettings()
        let (account, source) = try await source(visit, settings)
        let state = await Self.state(of: who, from: source)
        try visit.requireSignIn(state.profile, settings, account)
        let texts = visit.texts
        if let failure = state.profile.failure {
            let box = try await FailureBox(
                failure: failure, settings: settings, account: account, page: visit.address
            ).values(visit)
            return try await visit.response(
                .notice(
                    texts.people.title, failure: box, link: (texts.person.backToSearch, "/people"), section: .people,
                    status: failure.fault == .personMissing ? .notFound : .serviceUnavailable))
        }
        guard let person = state.profile.content else { throw HTTPError(.notFound) }
        var values = Self.values(of: person, state, texts, account)
        values["back"] = Self.search(before: visit)
        return try await visit.response(
            WebPage(
                template: "person", title: PersonSummary(person, in: texts).name, section: .people, values: values))
    }

    /// The parts load concurrently; the browser loads the photo.
    private static func state(of who: String, from source: DirectoryPeople) async -> PersonState {
        var state = PersonState()
        state.open(who)
        guard let opened = state.visit else { return state }
        await withTaskGroup(of: PersonState.Answer.self) { group in
            for part in PersonState.Part.allCases where part != .photo {
                group.addTask { await source.answer(part, about: who) }
            }
            for await answer in group { state.take(answer, for: opened) }
        }
        return state
    }

    private static func values(
        of person: Person, _ state: PersonState, _ texts: Texts, _ account: Account
    ) -> PageValues {
        let row = { (person: Person) in PageValues.row(of: person, texts, for: account) }
        let reports = state.directReports.content ?? []
        var values = row(person)
        values["detail"] = ""
        values["work"] = PersonFact.work(of: person, in: texts).map { ["label": $0.label, "value": $0.value] }
        values["contact"] = PersonFact.contact(of: person, in: texts).map { fact -> PageValues in
            [
                "label": fact.label, "value": fact.value, "link": fact.link.map { [["to": $0]] } ?? [],
                "plain": fact.link == nil, "copyLabel": texts.person.copyValue(fact.value),
            ]
        }
        values["manager"] = [state.manager.content].compactMap(\.self).map(row)
        values["reports"] =
            reports.isEmpty
            ? [] : [["title": texts.person.directReports(reports.count), "people": reports.map(row)] as PageValues]
        values["isPartMissing"] = state.manager.failure != nil || state.directReports.failure != nil
        return values
    }

    private func photo(_ visit: Visit, of who: String) async throws -> Response {
        let settings = try app.peopleSettings()
        let (_, source) = try await source(visit, settings)
        guard let photo = try? await source.photo(of: who) else {
            // An empty image, so that the initials behind it show: browsers log an error for each 404.
            return image("image/svg+xml", Data(#"<svg xmlns="http://www.w3.org/2000/svg"/>"#.utf8))
        }
        return image(photo.format.rawValue, photo.data)
    }

    /// Browsers cache the photo for this account and session only: the URL contains part of the account's ID, and each
    /// sign-in sets another cookie.
    private func image(_ type: String, _ data: Data) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: type, .cacheControl: "private, max-age=600", .vary: "Cookie"],
            body: ResponseBody(data))
    }

    private func source(_ visit: Visit, _ settings: Settings) async throws -> (Account, DirectoryPeople) {
        let name = settings.registration.name
        let account = try await visit.session.requireAccount(of: name)
        let connection = try visit.connection(settings)
        return (account, DirectoryPeople { try connection.graph(as: account) })
    }

    private static func search(before visit: Visit) -> String {
        guard let referrer = visit.request.headers[.referer].flatMap(URL.init(string:)), referrer.path() == "/people",
            visit.app.web.isOwnAddress("/people?\(referrer.query() ?? "")")
        else { return "/people" }
        return "/people" + (referrer.query().map { "?\($0)" } ?? "")
    }
}
