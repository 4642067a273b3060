// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import PageTemplates
import PortableFoundation
import QuickStart
import WebSignIn

struct StartPage: Sendable {
    let app: QuickStartWeb

    func add(to router: Router<WebContext>) {
        router.get("/") { try await page(Visit($0, $1, app: app)) }
        router.post("/language") { request, _ in try await choose(request) }
    }

    private func page(_ visit: Visit) async throws -> Response {
        let texts = visit.texts
        var doors: [PageValues] = []
        if let settings = app.settings.forPeople {
            // Straight to the sign-in: a page in between would only cost another click.
            let account = try await visit.account(of: settings)
            doors.append([
                "target": account == nil ? visit.firstSignIn(at: settings, returningTo: "/people") : "/people",
                "label": texts.start.people, "text": texts.start.peopleText, "isPeople": true,
                "account": account.map { [texts.common.signedInAs($0.shownName)] } ?? [],
            ])
        }
        if !app.settings.forTasks.isEmpty {
            let account = try await TaskPages(app: app).account(of: visit)?.1
            doors.append([
                "target": "/tasks", "label": texts.start.tasks, "text": texts.start.tasksText, "isPeople": false,
                "account": account.map { [texts.common.signedInAs($0.shownName)] } ?? [],
            ])
        }
        return try await visit.response(
            WebPage(template: "start", title: texts.start.title, values: ["doors": doors]))
    }

    private func choose(_ request: Request) async throws -> Response {
        let form = try await RequestContent(of: request).form()
        guard let language = form["language"].flatMap(Language.init(tag:)) else { throw HTTPError(.badRequest) }
        let address = form["return"] ?? "/"
        return Response(
            status: .seeOther,
            headers: [
                .location: app.web.isOwnAddress(address) ? address : "/", .cacheControl: "no-store",
                .setCookie: app.memory.keeping(language),
            ])
    }
}
