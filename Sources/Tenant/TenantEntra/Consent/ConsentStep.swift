// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import TenantAuthorization
import TenantDirectory

struct ConsentStep: Sendable {
    let platform: PlatformContext

    /// The page that asks for consent; `nil` if all permissions are granted.
    ///
    /// - Throws: ``EntraError`` (65001) if no page may be shown.
    func page(
        _ authorize: AuthorizeRequest, as member: BrowserSessions.Member, request: Request
    ) async throws -> Response? {
        let question = try await question(authorize, to: member.person)
        guard !question.permissions.isEmpty else { return nil }
        guard !authorize.prompt.contains("none") else { throw EntraError.consentMissing(authorize.target.client) }
        return platform.pages.consent(question, authorize, member: member, request: request)
    }

    /// - Throws: ``EntraError`` (70011, 90094) if the person may not consent.
    func accept(_ question: ConsentQuestion, for holder: ConsentStore.Holder) async throws {
        if let refusal = question.refusal { throw refusal }
        try await platform.consents.record(
            question.newScopes, of: question.client, by: question.person,
            for: question.person.isAdministrator ? holder : .person, now: platform.settings.now())
    }

    /// Includes the scopes without the person's consent; with `prompt=consent`, all scopes.
    func question(_ authorize: AuthorizeRequest, to person: DirectoryPerson) async throws -> ConsentQuestion {
        let client = authorize.target.client
        let consent = try platform.consents.consent(of: person, to: client)
        let catalogue = PermissionCatalogue(apps: try await platform.database.apps())
        var seen: Set<String> = []
        let asked = authorize.scopes.flatMap { scope in
            guard consent.covers(scope) else { return scope.isDefault ? catalogue.offered(by: scope) : [scope] }
            return authorize.prompt.contains("consent") ? consent.expanding([scope]) : []
        }
        .filter { !$0.isDefault && seen.insert($0.permission).inserted }
        guard let tenant = authorize.target.directory(of: person),
            let publisher = try await platform.database.tenant(client.tenantID)
        else { throw EntraError.unknownGrant }
        return ConsentQuestion(
            permissions: asked.map(catalogue.permission), consent: consent, person: person, tenant: tenant,
            client: client, publisherDomain: publisher.domain, isForEverybody: authorize.target.isForEverybody)
    }
}

struct ConsentQuestion: Sendable {
    let permissions: [Permission]
    let consent: Consent
    let person: DirectoryPerson
    let tenant: Tenant
    let client: RegisteredApp
    let publisherDomain: String
    var isForEverybody = false

    var forbidden: [Permission] {
        if person.isAdministrator { return [] }
        return isForEverybody ? permissions : permissions.filter { $0.needsAdministrator && !consent.covers($0.scope) }
    }

    var isAnswerable: Bool { forbidden.isEmpty }

    var refusal: EntraError? {
        if isAnswerable { return nil }
        return tenant.kind == .organization
            ? .administratorNeeded(client, in: tenant) : .notForPersonalAccounts(forbidden)
    }

    var statement: String {
        let names = permissions.map(\.scope.permission).sorted().joined(separator: " ")
        return "asked \(person.id) for \(client.id): \(names)"
    }

    /// An acceptance adds nothing that an administrator granted for all people.
    var newScopes: [ResolvedScope] { permissions.map(\.scope).filter { !consent.coversForEverybody($0) } }
}
