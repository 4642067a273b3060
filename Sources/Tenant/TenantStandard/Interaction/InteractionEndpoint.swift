// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
package import OAuthMessages
import PortableFoundation
import SQLiteRecords
import TenantAuthorization
import TenantDirectory

extension StandardProvider {
    /// Adds the forms of the sign-in pages; the authorization request itself stays on the server.
    func addInteraction(to router: Router<ServingContext>) {
        for endpoint in [StandardEndpoint.login, .consent] {
            router.post(endpoint.routerPath) { request, _ in
                let boundary = StandardErrorBoundary(provider: self, request: request)
                return try await boundary.withPage {
                    let form = try await RequestContent(of: request).form()
                    return try await answer(form, at: endpoint, boundary)
                }
            }
            // A reload or a bookmark of the page after a form sends this request.
            router.get(endpoint.routerPath) { _, _ in pages.standardProblem(.noInteraction) }
        }
    }

    private func answer(
        _ form: FormParameters, at endpoint: StandardEndpoint, _ boundary: StandardErrorBoundary
    ) async throws -> Response {
        let id = try form.required(InteractionSteps.field)
        let interaction = try await interactions.find(id)
        let purpose = InteractionSteps.purpose(endpoint, id, personID: interaction.personID)
        try pages.checkForm(form, purpose: purpose, request: boundary.request)
        guard let parameters = FormParameters(encoded: interaction.parameters) else {
            throw StandardProblem.noInteraction
        }
        let go = { (authorize: StandardAuthorizationRequest) in
            let steps = InteractionSteps(authorize, provider: self, request: boundary.request)
            return try await endpoint == .consent
                ? steps.consent(form, id, by: interaction.personID) : steps.login(form, id)
        }
        if let userCode = interaction.userCode { return try await boundary.withDevice(userCode, go) }
        return try await boundary.withRequest(parameters, isPushed: interaction.isPushed, go)
    }
}

extension InteractionSteps {
    fileprivate func login(_ form: FormParameters, _ id: String) async throws -> Response {
        if form["cancel"] != nil { throw try await cancelled(id) }
        let username = (try form.optional("username") ?? "").trimmed()
        guard let person = try await provider.person(username) else {
            RefusalNote.refuse(RefusalNote.Rule("access_denied", reason: "The user name is unknown."))
            let error = "No user here has this user name. Check the spelling, or pick a user from the list."
            return try await picker(id, username: username, error: error)
        }
        guard authorize.subject ?? person.id == person.id else {
            RefusalNote.refuse(RefusalNote.Rule("access_denied", reason: "The app requested another user."))
            let error = "The app requested another user. Pick the user who was signed in to it before."
            return try await picker(id, username: username, error: error)
        }
        if form["back"] != nil { return try await picker(id, username: username) }
        if let password = try form.optional("password") { return try await signIn(person, password, id) }
        let member = try await provider.sessions.members(of: request).first { $0.person.id == person.id }
        if let member, !authorize.prompt.contains(.login), authorize.accepts(member, now: provider.now) {
            return try await proceed(as: member, in: id)
        }
        return try await self.password(id, of: person)
    }

    fileprivate func consent(_ form: FormParameters, _ id: String, by personID: String?) async throws -> Response {
        guard let personID else { throw StandardProblem.noInteraction }
        guard try form.optional("answer") == "accept" else { throw try await cancelled(id) }
        let member = try await provider.sessions.members(of: request).first { $0.person.id == personID }
        // They may have signed out in another window.
        guard let member else { return try await picker(id) }
        try await provider.consents.agree(to: authorize.consents, of: authorize.client.id, by: personID)
        return try await finish(as: member, in: id)
    }

    private func signIn(_ person: DirectoryPerson, _ password: String, _ id: String) async throws -> Response {
        do {
            try await PasswordJudge(database: provider.database, now: provider.settings.now).check(password, of: person)
        } catch let refusal as PasswordRefusal {
            RefusalNote.about(person: person.userPrincipalName)
            RefusalNote.refuse(RefusalNote.Rule("access_denied", reason: refusal.text))
            return try await self.password(id, of: person, error: refusal.text)
        }
        let (member, cookie) = try await provider.sessions.add(person, to: request)
        var response = try await proceed(as: member, in: id)
        response.headers.append(HTTPField(name: .setCookie, value: cookie))
        return response
    }

    private func cancelled(_ id: String) async throws -> StandardError {
        try await provider.interactions.end(id)
        return StandardError(.accessDenied, "The user canceled the sign-in.")
    }
}

struct Interactions: Sendable {
    let provider: StandardProvider

    /// A link on any site starts an interaction, so new ones replace the oldest; the limit is Tessera's.
    static let capacity = 1000

    func begin(_ authorize: StandardAuthorizationRequest, chosen: DirectoryPerson? = nil) async throws -> String {
        let (id, now) = (provider.random.text(), provider.now)
        let row = Interaction(
            idHash: SecretHash.of(id), parameters: authorize.parameters.encoded, isPushed: authorize.isPushed,
            userCode: authorize.target.userCode, personID: chosen?.id,
            expiresAt: now + provider.database.lifetimes[.standardInteraction])
        try await provider.database.write { database in
            try Interaction.filter(Column("expiresAt") <= now).deleteAll(database)
            try Interaction.makeRoom(in: database, capacity: Self.capacity)
            try row.insert(database)
        }
        return id
    }

    /// - Throws: ``StandardProblem`` for an unknown or expired id.
    func find(_ id: String) async throws -> Interaction {
        let row = try await provider.database.read { try Interaction.fetchOne($0, key: SecretHash.of(id)) }
        guard let row, row.expiresAt > provider.now else { throw StandardProblem.noInteraction }
        return row
    }

    func choose(_ person: DirectoryPerson, in id: String) async throws {
        _ = try await provider.database.write { database in
            try Interaction.filter(Column("idHash") == SecretHash.of(id))
                .updateAll(database, Column("personID").set(to: person.id))
        }
    }

    /// - Throws: ``StandardProblem`` if it has already ended: each interaction leads to one response only.
    func end(_ id: String) async throws {
        let ended = try await provider.database.write { try Interaction.deleteOne($0, key: SecretHash.of(id)) }
        guard ended else { throw StandardProblem.noInteraction }
    }
}

extension StandardProvider {
    /// The authorization request of a page's form; `nil` for other forms.
    package func request(continuedBy form: FormParameters) async throws -> FormParameters? {
        guard let id = form[InteractionSteps.field] else { return nil }
        do {
            return FormParameters(encoded: try await interactions.find(id).parameters)
        } catch is StandardProblem {
            return nil
        }
    }
}

/// A stored authorization request while pages are shown; browsers get only its id, so they cannot change it.
struct Interaction: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "standardInteraction"

    let idHash: String
    let parameters: String
    let isPushed: Bool
    /// The waiting device's code; `nil` for a response to a redirect URI.
    var userCode: String?
    var personID: String?
    let expiresAt: Date
}
