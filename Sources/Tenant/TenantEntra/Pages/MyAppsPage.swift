// SPDX-License-Identifier: Apache-2.0
import TenantAuthorization
import TenantDirectory

/// The permissions that apps have for the people signed in in a browser.
struct MyAppsPage {
    /// A person, with the apps that have permissions for them.
    struct Person {
        let person: DirectoryPerson
        let apps: [(client: RegisteredApp, consent: Consent)]
    }

    static let purpose = "revoke consent"

    let people: [Person]
    let catalogue: PermissionCatalogue
    let token: String

    /// The values for the template.
    var values: [String: Any] {
        [
            "isEmpty": people.isEmpty,
            "path": MyAppsEndpoint.path,
            "people": people.map { entry in
                var values = PersonEntry(entry.person).values
                values["heading"] = "apps-of-\(entry.person.id)"
                values["hasNone"] = entry.apps.isEmpty
                values["apps"] = entry.apps.map { app(entry.person, $0.client, $0.consent) }
                return values
            },
        ]
    }

    private func app(_ person: DirectoryPerson, _ client: RegisteredApp, _ consent: Consent) -> [String: Any] {
        let administrators = consent.organization.union(consent.registered)
        return [
            "appName": client.displayName,
            "own": permissions(consent.own),
            "hasOwn": !consent.own.isEmpty,
            "administrators": permissions(administrators),
            "hasAdministrators": !administrators.isEmpty,
            "mayRevokeForEverybody": person.isAdministrator && !consent.organization.isEmpty,
            "person": person.id, "app": client.id, "csrf": token, "action": MyAppsEndpoint.path,
        ]
    }

    private func permissions(_ names: Set<String>) -> [[String: Any]] {
        names.sorted().map { catalogue.permission(named: $0).values }
    }
}
