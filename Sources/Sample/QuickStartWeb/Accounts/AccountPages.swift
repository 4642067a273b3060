// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import PageTemplates
import PortableFoundation
import QuickStart
import SignIn
import WebSignIn

struct AccountPages: Sendable {
    let app: QuickStartWeb

    static let agreePath = "/accounts/agree"
    static let agreePurpose = "agree"
    private static let usePurpose = "use account"

    func add(to router: Router<WebContext>) {
        router.get("/accounts") { try await page(Visit($0, $1, app: app)) }
        router.post("/accounts") { try await use(Visit($0, $1, app: app)) }
        router.post(RouterPath(Self.agreePath)) { try await agree(Visit($0, $1, app: app)) }
    }

    private func page(_ visit: Visit) async throws -> Response {
        let texts = visit.texts.accounts
        let inUse = (
            people: try await people(visit),
            tasks: try await TaskPages(app: app).account(of: visit)?.1
        )
        var groups: [PageValues] = []
        for settings in app.settings { groups.append(try await group(settings, visit, inUse)) }
        let events = try await visit.session.events().map { event in
            [
                "text": texts.event(Texts.Event(event.kind), event.name ?? visit.texts.person.withoutName),
                "when": visit.texts.dayAndTime(event.date),
            ]
        }
        return try await visit.response(
            WebPage(
                template: "accounts", title: texts.title, section: .accounts,
                values: [
                    "groups": groups, "events": events.isEmpty ? [] : [["all": events]],
                    "hasAccounts": try await !visit.session.accounts().isEmpty,
                ]))
    }

    private typealias InUse = (people: Account?, tasks: Account?)

    private func people(_ visit: Visit) async throws -> Account? {
        guard let settings = app.settings.forPeople else { return nil }
        return try await visit.account(of: settings)
    }

    private func group(_ settings: Settings, _ visit: Visit, _ inUse: InUse) async throws -> PageValues {
        let (texts, name) = (visit.texts.accounts, settings.registration.name)
        let accounts = try await visit.session.accounts(of: name)
        var rows: [PageValues] = []
        for account in accounts { rows.append(try await values(of: account, settings, visit, inUse)) }
        let pages = AccountChange.allCases.compactMap { change in
            settings.registration(for: change).map { registration in
                [
                    "label": visit.texts.title(of: change),
                    "target": visit.signInAddress(registration.name, returningTo: "/accounts"),
                ]
            }
        }
        let prompt = accounts.isEmpty ? nil : settings.anotherAccount
        return [
            "title": visit.texts.title(of: settings),
            "text": visit.texts.text(of: settings),
            "accounts": rows, "isEmpty": rows.isEmpty, "pages": rows.isEmpty ? [] : pages,
            "add": visit.signInAddress(name, prompt: prompt, returningTo: "/accounts"),
            "addLabel": rows.isEmpty ? visit.texts.common.signIn : texts.add,
        ]
    }

    private func values(
        of account: Account, _ settings: Settings, _ visit: Visit, _ inUse: InUse
    ) async throws -> PageValues {
        let texts = visit.texts.accounts
        let possible = [settings.graph.map { _ in inUse.people?.id }, settings.tasks.map { _ in inUse.tasks?.id }]
        let uses = [
            inUse.people?.id == account.id ? visit.texts.common.people : nil,
            inUse.tasks?.id == account.id ? visit.texts.common.tasks : nil,
        ].compactMap(\.self)
        let isInUse = possible.compactMap(\.self).allSatisfy { $0 == account.id }
        let known = account.permissions(at: settings)
        return [
            "name": account.shownName, "userName": account.identity.username ?? "", "uses": uses,
            "since": texts.signedInSince(visit.texts.dayAndTime(account.signedInAt)),
            "useLabel": texts.useAccount(account.shownName),
            "permissions": known.map(texts.permission), "hasPermissions": !known.isEmpty,
            "needsSignIn": account.needsSignIn
                ? [
                    visit.signInAddress(
                        settings.registration.name, hint: account.identity.username, returningTo: "/accounts")
                ] : [],
            "use": isInUse ? [] : [["fields": try await fields(Self.usePurpose, of: account, visit)]],
            "signOut": [["fields": try await fields(WebSignIn.signOutPurpose, of: account, visit)]],
        ]
    }

    private func fields(_ purpose: String, of account: Account, _ visit: Visit) async throws -> [[String: String]] {
        try await visit.fields(for: purpose) + [["name": "account", "value": account.id.rawValue]]
    }

    private func use(_ visit: Visit) async throws -> Response {
        let form = try await visit.session.form(of: visit.request, for: Self.usePurpose)
        if let account = try await account(form, visit) {
            try await visit.session.choose(account)
            if app.settings.forTasks.contains(where: { $0.registration.name == account.registration }) {
                try await visit.session.setValue(Data(account.registration.utf8), for: TaskPages.choice)
            }
        }
        return .leading(to: "/accounts")
    }

    private func agree(_ visit: Visit) async throws -> Response {
        let form = try await visit.session.form(of: visit.request, for: Self.agreePurpose)
        guard let settings = app.settings.first(where: { $0.registration.name == form["registration"] }) else {
            throw HTTPError(.badRequest)
        }
        let account = try await account(form, visit)
        // With the registration's scopes, the new token replaces the one without the permission.
        let scopes = settings.registration.scopes.resourcePart.union(ScopeSet(text: form["scope"] ?? ""))
        throw SignInRequired(
            at: settings.registration.name, scopes: scopes,
            options: SignInOptions(prompt: .consent, loginHint: account?.identity.username), extending: account,
            returningTo: form["return"])
    }

    private func account(_ form: FormParameters, _ visit: Visit) async throws -> Account? {
        try await visit.session.accounts().first { $0.id.rawValue == form["account"] }
    }
}

extension Texts.Event {
    fileprivate init(_ kind: WebSessionEvent.Kind) {
        self =
            switch kind {
            case .signedIn: .signedIn
            case .signedInAgain: .signedInAgain
            case .refreshed: .refreshed
            case .needsSignIn: .needsSignIn
            case .signedOut: .signedOut
            }
    }
}
