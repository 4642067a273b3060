// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import OAuthMessages
import PageTemplates
import TenantAuthorization
import TenantDirectory

/// The page where people see and revoke their consents.
struct MyAppsEndpoint: Sendable {
    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        router.get(RouterPath(TenantPath.myApps)) { request, _ in
            let catalogue = PermissionCatalogue(apps: try await platform.database.apps())
            var people: [MyAppsPage.Person] = []
            for member in try await platform.sessions.members(of: request) {
                people.append(
                    MyAppsPage.Person(person: member.person, apps: try await platform.consents.apps(of: member.person)))
            }
            return platform.pages.myApps(people, in: catalogue, request: request)
        }
        router.post(RouterPath(TenantPath.myApps)) { request, _ in
            try await platform.withPageForm(of: request) { try await revoke($0, request: request) }
        }
    }

    private func revoke(_ form: FormParameters, request: Request) async throws -> Response {
        try platform.pages.checkForm(form, purpose: MyAppsPage.purpose, request: request)
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

struct MyAppsPage {
    struct Person {
        let person: DirectoryPerson
        let apps: [(client: RegisteredApp, consent: Consent)]
    }

    static let purpose = "revoke consent"

    let people: [Person]
    let catalogue: PermissionCatalogue
    let token: String

    var values: PageValues {
        [
            "isEmpty": people.isEmpty,
            "path": TenantPath.myApps,
            "people": people.map { entry in
                var values = PersonEntry(entry.person).values
                values["heading"] = "apps-of-\(entry.person.id)"
                values["hasNone"] = entry.apps.isEmpty
                values["apps"] = entry.apps.map { app(entry.person, $0.client, $0.consent) }
                return values
            },
        ]
    }

    private func app(_ person: DirectoryPerson, _ client: RegisteredApp, _ consent: Consent) -> PageValues {
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

    private func permissions(_ names: Set<String>) -> [PageValues] {
        names.sorted().map { catalogue.permission(named: $0).values }
    }
}
