// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import OAuthMessages
import PageTemplates
import TenantAuthorization
import TenantDirectory

struct MyAppsEndpoint: Sendable {
    private static let purpose = "revoke consent"

    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        router.get(RouterPath(TenantPath.myApps)) { request, _ in try await page(request) }
        router.post(RouterPath(TenantPath.myApps)) { request, _ in
            try await platform.withPageForm(of: request) { try await revoke($0, request: request) }
        }
    }

    private func page(_ request: Request) async throws -> Response {
        let catalogue = PermissionCatalogue(apps: try await platform.database.apps())
        let cookie = platform.pages.cookie(of: request)
        let token = platform.pages.protection.token(for: cookie.value, purpose: Self.purpose)
        var people: [PageValues] = []
        for person in try await platform.sessions.members(of: request).map(\.person) {
            let apps = try await platform.consents.apps(of: person)
            var values = PersonEntry(person).values
            values["heading"] = "apps-of-\(person.id)"
            values["hasNone"] = apps.isEmpty
            values["apps"] = apps.map { Self.values(of: $0.client, $0.consent, person, catalogue, token: token) }
            people.append(values)
        }
        return platform.pages.html(
            "my-apps", ["isEmpty": people.isEmpty, "path": TenantPath.myApps, "people": people], cookie: cookie)
    }

    private static func values(
        of client: RegisteredApp, _ consent: Consent, _ person: DirectoryPerson, _ catalogue: PermissionCatalogue,
        token: String
    ) -> PageValues {
        func permissions(_ names: Set<String>) -> [PageValues] {
            names.sorted().map { catalogue.permission(named: $0).values }
        }
        let administrators = consent.organization.union(consent.registered)
        return [
            "appName": client.displayName,
            "own": permissions(consent.own),
            "hasOwn": !consent.own.isEmpty,
            "administrators": permissions(administrators),
            "hasAdministrators": !administrators.isEmpty,
            "mayRevokeForEverybody": person.isAdministrator && !consent.organization.isEmpty,
            "person": person.id, "app": client.id, "csrf": token, "action": TenantPath.myApps,
        ]
    }

    private func revoke(_ form: FormParameters, request: Request) async throws -> Response {
        try platform.pages.checkForm(form, purpose: Self.purpose, request: request)
        let personID = try form.once("person")
        let isForEverybody = try form.once("everybody") != nil
        // The page shows people who are no longer signed in, so they can try again.
        if let person = try await platform.sessions.members(of: request).first(where: { $0.person.id == personID })?
            .person, let clientID = try form.once("app"), person.isAdministrator || !isForEverybody
        {
            try await platform.consents.revoke(clientID, by: person, for: isForEverybody ? .organization : .person)
        }
        return Response(status: .seeOther, headers: [.location: TenantPath.myApps])
    }
}
