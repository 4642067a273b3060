// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

/// The permissions that an app requests from a person.
struct ConsentQuestion: Sendable {
    let permissions: [Permission]
    /// The earlier consents.
    let consent: Consent
    let person: DirectoryPerson
    let tenant: Tenant
    let client: RegisteredApp
    let publisherDomain: String
    /// Whether the app asks an administrator to consent for all people.
    var isForEverybody = false

    /// The permissions that the person may not grant.
    var forbidden: [Permission] {
        if person.isAdministrator { return [] }
        return isForEverybody ? permissions : permissions.filter { $0.needsAdministrator && !consent.covers($0.scope) }
    }

    var isAnswerable: Bool { forbidden.isEmpty }

    /// The reason that the person may not agree; `nil` if they may.
    var refusal: EntraError? {
        if isAnswerable { return nil }
        return tenant.kind == .organization
            ? .administratorNeeded(client, in: tenant) : .notForPersonalAccounts(forbidden)
    }

    /// The content of the page's seal: the person, the app and the requested permissions.
    var statement: String {
        let names = permissions.map(\.scope.permission).sorted().joined(separator: " ")
        return "asked \(person.id) for \(client.id): \(names)"
    }

    /// The scopes that an acceptance adds: those that an administrator did not grant for all people.
    var newScopes: [ResolvedScope] { permissions.map(\.scope).filter { !consent.coversForEverybody($0) } }
}
