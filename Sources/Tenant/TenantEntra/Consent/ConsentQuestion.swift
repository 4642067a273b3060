// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

/// What an app asks somebody to agree to.
struct ConsentQuestion: Sendable {
    let permissions: [Permission]
    /// What was agreed to before.
    let consent: Consent
    let person: DirectoryPerson
    let tenant: Tenant
    let client: RegisteredApp
    let publisherDomain: String
    /// Whether the app asks an administrator, for everybody.
    var isForEverybody = false

    /// The permissions that the person has no right to give.
    var forbidden: [Permission] {
        if person.isAdministrator { return [] }
        return isForEverybody ? permissions : permissions.filter { $0.needsAdministrator && !consent.covers($0.scope) }
    }

    /// Whether the person may agree to all of it.
    var isAnswerable: Bool { forbidden.isEmpty }

    /// Why the person may not agree; `nil` if they may.
    var refusal: EntraError? {
        if isAnswerable { return nil }
        return tenant.kind == .organization
            ? .administratorNeeded(client, in: tenant) : .notForPersonalAccounts(forbidden)
    }

    /// What a page's seal says: whom it asked to give which app which permissions.
    var statement: String {
        let names = permissions.map(\.scope.permission).sorted().joined(separator: " ")
        return "asked \(person.id) for \(client.id): \(names)"
    }

    /// What a yes adds: nobody needs to repeat what an administrator said for everybody.
    var newScopes: [ResolvedScope] { permissions.map(\.scope).filter { !consent.coversForEverybody($0) } }
}
