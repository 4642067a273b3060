// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
package import OAuthMessages
import SQLiteRecords
import TenantDirectory

/// The steps from a request to its response, in order: the account, the password, the consent.
package struct InteractionSteps: Sendable {
    package let provider: StandardProvider
    package let request: Request

    package init(provider: StandardProvider, request: Request) {
        (self.provider, self.request) = (provider, request)
    }

    /// The first page that is needed, or the response.
    ///
    /// - Throws: ``StandardError`` if a page is needed that must not be shown.
    func begin(_ authorize: StandardAuthorizationRequest) async throws -> Response {
        let members = try await provider.sessions.members(of: request)
        let named = authorize.subject ?? authorize.loginHint
        let hinted = if let named { try await provider.person(named) } else { DirectoryPerson?.none }
        if authorize.subject != nil, hinted == nil {
            throw StandardError(.loginRequired, "The user in the request cannot sign in here.")
        }
        let choice = try SessionChoice(authorize, among: members, hinted: hinted, now: provider.settings.now())
        switch choice {
        case .member(let member): return try await proceed(authorize, as: member)
        case .password(let person):
            return try await password(authorize, try await keep(authorize), of: person)
        case .picker:
            return try await picker(authorize, try await keep(authorize))
        }
    }

    /// Answers for a member of the browser's session, or asks for the consent that is missing.
    ///
    /// - Throws: ``StandardError`` (`consent_required`) if no page may be shown.
    package func proceed(
        _ authorize: StandardAuthorizationRequest, as member: StandardSessions.Member
    ) async throws -> Response {
        if try await isAgreed(authorize, by: member.person) { return try await grant(authorize, to: member) }
        guard !authorize.prompt.contains(.none) else {
            throw StandardError(.consentRequired, "The user has not consented to these scopes.")
        }
        let id = try await keep(authorize, chosen: member.person)
        return page(authorize, id).consent(of: member.person)
    }

    /// Stores a request while its pages are shown; images, frames and scripts of other pages are refused, because they
    /// cannot show a page.
    ///
    /// Fetch Metadata §2.1
    private func keep(
        _ authorize: StandardAuthorizationRequest, chosen: DirectoryPerson? = nil
    ) async throws -> String {
        let destination = request.headers.value(of: "Sec-Fetch-Dest")
        guard [nil, "document"].contains(destination) else { throw StandardProblem.noPage }
        return try await provider.interactions.begin(authorize, chosen: chosen)
    }

    /// Sends the response that grants the request.
    package func grant(
        _ authorize: StandardAuthorizationRequest, to member: StandardSessions.Member
    ) async throws -> Response {
        try await AuthorizationAnswer(provider: provider).grant(authorize, to: member, request: request)
    }

    /// Continues with a person that has just signed in, or was chosen.
    func proceed(
        _ authorize: StandardAuthorizationRequest, as member: StandardSessions.Member, in id: String
    ) async throws -> Response {
        try await provider.interactions.choose(member.person, in: id)
        guard try await isAgreed(authorize, by: member.person) else {
            return page(authorize, id).consent(of: member.person)
        }
        return try await finish(authorize, as: member, in: id)
    }

    /// Sends the response, once.
    func finish(
        _ authorize: StandardAuthorizationRequest, as member: StandardSessions.Member, in id: String
    ) async throws -> Response {
        try await provider.interactions.end(id)
        return try await grant(authorize, to: member)
    }

    /// The page on which the person chooses or types an account.
    func picker(
        _ authorize: StandardAuthorizationRequest, _ id: String, username: String? = nil, error: String? = nil
    ) async throws -> Response {
        page(authorize, id).picker(
            members: try await provider.sessions.members(of: request).map(\.person),
            people: try await provider.people(matching: error == nil ? "" : username ?? ""),
            username: username ?? authorize.loginHint, error: error)
    }

    /// The page on which the person types the password.
    func password(
        _ authorize: StandardAuthorizationRequest, _ id: String, of person: DirectoryPerson, error: String? = nil
    ) async throws -> Response {
        let home = try await provider.database.tenant(person.tenantID)
        return try page(authorize, id).password(of: person, in: home, error: error)
    }

    /// The pages of an interaction.
    func page(_ authorize: StandardAuthorizationRequest, _ id: String) -> InteractionPage {
        InteractionPage(provider: provider, authorize: authorize, id: id, request: request)
    }

    private func isAgreed(_ authorize: StandardAuthorizationRequest, by person: DirectoryPerson) async throws -> Bool {
        // Authorization details are for one occasion. RFC 9396 §11.1
        if authorize.prompt.contains(.consent) || authorize.rights.details != nil { return false }
        return try await provider.consents.covers(authorize.consents, of: authorize.client.id, by: person.id)
    }
}

/// The consent that people gave to clients; they are asked once.
package struct StandardConsents: Sendable {
    let database: TenantDatabase

    /// Whether the person agreed to every one of the scopes.
    func covers(_ scopes: ScopeSet, of clientID: String, by personID: String) async throws -> Bool {
        let agreed = try await database.read { database in
            try Row.filter(Column("clientID") == clientID && Column("personID") == personID).fetchAll(database)
        }
        return Set(scopes.scopes).isSubset(of: agreed.map(\.scope))
    }

    /// Stores that the person agreed.
    package func agree(to scopes: ScopeSet, of clientID: String, by personID: String) async throws {
        try await database.write { database in
            for scope in scopes.scopes {
                try Row(personID: personID, clientID: clientID, scope: scope).insert(database, onConflict: .ignore)
            }
        }
    }

    struct Row: Codable, Sendable, FetchableRecord, PersistableRecord {
        static let databaseTableName = "standardConsent"

        let personID: String
        let clientID: String
        let scope: String
    }
}
