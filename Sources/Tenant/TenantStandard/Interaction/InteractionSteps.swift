// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
package import OAuthMessages
import SQLiteRecords
import TenantAuthorization
import TenantDirectory

/// The steps from a request to its response: the account, the password, the consent.
package struct InteractionSteps: Sendable {
    let authorize: StandardAuthorizationRequest
    let provider: StandardProvider
    let request: Request

    package init(_ authorize: StandardAuthorizationRequest, provider: StandardProvider, request: Request) {
        (self.authorize, self.provider, self.request) = (authorize, provider, request)
    }

    /// The first page that is needed, or the response.
    ///
    /// - Throws: ``StandardError`` if a page is needed that must not be shown.
    func begin() async throws -> Response {
        let members = try await provider.sessions.members(of: request)
        let named = authorize.subject ?? authorize.loginHint
        let hinted = if let named { try await provider.person(named) } else { DirectoryPerson?.none }
        if authorize.subject != nil, hinted == nil {
            throw StandardError(.loginRequired, "The user in the request cannot sign in here.")
        }
        switch try SessionChoice(authorize, among: members, hinted: hinted, now: provider.now) {
        case .member(let member): return try await proceed(as: member)
        case .password(let person): return try await password(try await keep(), of: person)
        case .picker: return try await picker(try await keep())
        }
    }

    /// Responds for a member of the browser's session, or asks for missing consent.
    ///
    /// - Throws: ``StandardError`` (`consent_required`) if no page may be shown.
    package func proceed(as member: StandardSessions.Member) async throws -> Response {
        if try await isAgreed(by: member.person) { return try await grant(to: member) }
        guard !authorize.prompt.contains(.none) else {
            throw StandardError(.consentRequired, "The user has not consented to these scopes.")
        }
        return consent(try await keep(chosen: member.person), of: member.person)
    }

    /// Refuses images, frames, and scripts, which cannot show a page. Fetch Metadata §2.1
    private func keep(chosen: DirectoryPerson? = nil) async throws -> String {
        let destination = request.headers.value(of: "Sec-Fetch-Dest")
        guard [nil, "document"].contains(destination) else { throw StandardProblem.noPage }
        return try await provider.interactions.begin(authorize, chosen: chosen)
    }

    package func grant(to member: StandardSessions.Member) async throws -> Response {
        let grantStore = provider.grantStore
        let grant = grantStore.newGrant(
            for: authorize.client, member: member, rights: authorize.rights, claims: authorize.claims.text)
        if let userCode = authorize.target.userCode {
            try await provider.devices.settle(userCode, with: grant)
            return provider.pages.message(
                "You are signed in",
                "You have signed in to \(authorize.client.name) on your device. You can close this window.")
        }
        var answer = FormParameters()
        if authorize.responseType.hasCode {
            answer.append("code", try await grantStore.issueCode(of: grant, for: authorize))
        } else {
            try await grantStore.keep(grant)
        }
        if authorize.responseType.hasIDToken {
            let content = IDTokenContent(
                grant: grant, person: member.person, client: authorize.client, nonce: authorize.nonce,
                code: answer["code"], saysWhatScopesAsk: !authorize.responseType.hasCode)
            answer.append("id_token", try provider.idToken(content))
        }
        return StandardErrorBoundary(provider: provider, request: request).send(answer, to: authorize.target)
    }

    func proceed(as member: StandardSessions.Member, in id: String) async throws -> Response {
        try await provider.interactions.choose(member.person, in: id)
        guard try await isAgreed(by: member.person) else { return consent(id, of: member.person) }
        return try await finish(as: member, in: id)
    }

    func finish(as member: StandardSessions.Member, in id: String) async throws -> Response {
        try await provider.interactions.end(id)
        return try await grant(to: member)
    }

    private func isAgreed(by person: DirectoryPerson) async throws -> Bool {
        // Authorization details are for one occasion. RFC 9396 §11.1
        if authorize.prompt.contains(.consent) || authorize.rights.details != nil { return false }
        return try await provider.consents.covers(authorize.consents, of: authorize.client.id, by: person.id)
    }
}

package struct StandardConsents: Sendable {
    let database: TenantDatabase

    func covers(_ scopes: ScopeSet, of clientID: String, by personID: String) async throws -> Bool {
        let agreed = try await database.read { database in
            try Row.filter(Column("clientID") == clientID && Column("personID") == personID).fetchAll(database)
        }
        return Set(scopes.scopes).isSubset(of: agreed.map(\.scope))
    }

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
