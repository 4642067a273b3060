// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import MicrosoftGraph
import OAuthMessages
import PageTemplates
import PortableFoundation
import QuickStart
import SignIn
import WebSignIn

struct PeoplePages: Sendable {
    let app: QuickStartWeb

    func add(to router: Router<WebContext>) {
        router.get("/people") { try await page(Visit($0, $1, app: app)) }
        router.get("/people/results") { request, context in
            let visit = try Visit(request, context, app: app)
            // At the next key press, the script closes this request, which also cancels its request to Graph.
            do {
                return try await context.connection.cancellingWhenClosed { try await results(visit) }
            } catch is CancellationError {
                // Only a client that closed its own half of the connection can still read this.
                return Response(status: .serviceUnavailable, headers: [.cacheControl: "no-store"])
            }
        }
    }

    private func page(_ visit: Visit) async throws -> Response {
        let texts = visit.texts.people
        let settings = try app.peopleSettings()
        let search = Search(visit)
        var page = WebPage(template: "people", title: texts.title, section: .people)
        page.values = ["text": search.text, "isSignedIn": false, "signIn": [[String: String]]()]
        if let account = try await visit.account(of: settings) {
            let state = await search.state(of: visit, settings, account)
            try visit.requireSignIn(state.phase, settings, account)
            page.values = page.values.merging(try await values(search, state, visit, settings, account))
            (page.person, page.values["isSignedIn"]) = (account.shownName, true)
            page.status = state.phase.failure == nil ? .ok : .serviceUnavailable
        } else {
            page.values["signIn"] = [
                ["target": visit.firstSignIn(at: settings, returningTo: search.address)]
            ]
        }
        return try await visit.response(page)
    }

    private func results(_ visit: Visit) async throws -> Response {
        let settings = try app.peopleSettings()
        guard let account = try await visit.account(of: settings) else {
            throw SignInRequired(at: settings.registration.name)
        }
        let search = Search(visit)
        let state = await search.state(of: visit, settings, account)
        try visit.requireSignIn(state.phase, settings, account)
        return app.pages.html(
            "results", try await values(search, state, visit, settings, account), in: visit.language)
    }

    private func values(
        _ search: Search, _ state: PeopleSearchState, _ visit: Visit, _ settings: Settings, _ account: Account
    ) async throws -> PageValues {
        let texts = visit.texts.people
        let people = state.phase.content ?? []
        let hasMore = state.more == .available
        var values: PageValues = [
            "people": people.enumerated().dropFirst(search.first).map { index, person in
                PageValues.row(of: person, visit.texts, for: account).merging(["place": [index]])
            },
            "found": people.isEmpty ? [] : [texts.found(people.count, hasMore)],
            "noneFound": state.phase == .empty ? [texts.noneFound(search.text)] : [],
            "more": [[String: String]](), "isNarrow": hasMore && search.isFull,
            "failure": [PageValues](),
        ]
        if hasMore, !search.isFull {
            let next = search.next
            values["more"] = [["target": "\(next.address)#person-\(search.count)", "fragment": next.fragment]]
        }
        if let failure = state.phase.failure {
            values["failure"] = [
                try await FailureBox(failure: failure, settings: settings, account: account, page: search.address)
                    .values(visit)
            ]
        }
        return values
    }
}

struct Search: Sendable {
    let text: String
    let count: Int
    /// The index of the first person to send; the script already has those before.
    let first: Int

    private init(text: String, count: Int, first: Int) {
        (self.text, self.count, self.first) = (text, count, first)
    }

    init(_ visit: Visit) {
        let count = visit.query("shown").flatMap { Int($0) } ?? Self.page
        self.init(
            text: String(
                String.UnicodeScalarView(
                    (visit.query("q") ?? "").trimmed.unicodeScalars.prefix(100))
            ),
            count: min(max(count, Self.page), Self.most), first: max(visit.query("from").flatMap { Int($0) } ?? 0, 0))
    }

    var isFull: Bool { count >= Self.most }

    var next: Search { Search(text: text, count: min(count + Self.page, Self.most), first: count) }

    var address: String { "/people\(query(first: nil))" }

    var fragment: String { "/people/results\(query(first: first))" }

    private func query(first: Int?) -> String {
        var query = FormParameters()
        query.append("q", text.isEmpty ? nil : text)
        query.append("shown", count == Self.page ? nil : String(count))
        query.append("from", first.map { String($0) })
        return query.encoded.isEmpty ? "" : "?\(query.encoded)"
    }

    /// One request to Graph returns all people of the page.
    func state(of visit: Visit, _ settings: Settings, _ account: Account) async -> PeopleSearchState {
        var state = PeopleSearchState()
        state.typed(text)
        guard let question = state.question else { return state }
        do {
            let connection = try visit.connection(settings)
            let source = DirectoryPeople(pageSize: count) { try connection.graph(as: account) }
            let found = try await source.people(matching: question.name)
            state.arrived(found.people, hasMore: found.next != nil, for: question)
        } catch {
            state.failed(error, for: question)
        }
        return state
    }

    private static let page = 20
    private static let most = 400
}
