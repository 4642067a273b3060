// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import OAuth
import TenantDirectory

/// One form of one interaction.
struct InteractionVisit: Sendable {
    let provider: StandardProvider
    let authorize: StandardAuthorizationRequest
    let interaction: Interaction
    let id: String
    let request: Request

    private var steps: InteractionSteps { InteractionSteps(provider: provider, request: request) }

    /// The form with the account or the password.
    func login(_ form: FormParameters) async throws -> Response {
        if form["cancel"] != nil { throw try await cancelled() }
        let username = (try form.optional("username") ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        guard let person = try await provider.person(username) else {
            RefusalNote.refuse(RefusalNote.Rule("access_denied", reason: "The user name is unknown."))
            let error = "Nobody here has this user name. Check the spelling, or pick somebody from the list."
            return try await steps.picker(authorize, id, username: username, error: error)
        }
        guard authorize.subject ?? person.id == person.id else {
            RefusalNote.refuse(RefusalNote.Rule("access_denied", reason: "The app asked for another person."))
            let error = "The app asked for somebody else. Pick the person who was signed in to it before."
            return try await steps.picker(authorize, id, username: username, error: error)
        }
        if form["back"] != nil { return try await steps.picker(authorize, id, username: username) }
        if let password = try form.optional("password") { return try await signIn(person, password) }
        let member = try await provider.sessions.members(of: request).first { $0.person.id == person.id }
        if let member, !authorize.prompt.contains(.login), authorize.accepts(member, now: provider.settings.now()) {
            return try await steps.proceed(authorize, as: member, in: id)
        }
        return try await steps.password(authorize, id, of: person)
    }

    /// The form with the person's consent.
    func consent(_ form: FormParameters) async throws -> Response {
        guard let personID = interaction.personID else { throw StandardProblem.noInteraction }
        guard try form.optional("answer") == "accept" else { throw try await cancelled() }
        let member = try await provider.sessions.members(of: request).first { $0.person.id == personID }
        // They may have signed out in another window.
        guard let member else { return try await steps.picker(authorize, id) }
        try await provider.consents.agree(to: authorize.scopes, of: authorize.client.id, by: personID)
        return try await steps.finish(authorize, as: member, in: id)
    }

    private func signIn(_ person: DirectoryPerson, _ password: String) async throws -> Response {
        do {
            try await PasswordJudge(database: provider.database, now: provider.settings.now).check(password, of: person)
        } catch let refusal as PasswordRefusal {
            RefusalNote.about(person: person.userPrincipalName)
            RefusalNote.refuse(RefusalNote.Rule("access_denied", reason: refusal.text))
            return try await steps.password(authorize, id, of: person, error: refusal.text)
        }
        let (member, cookie) = try await provider.sessions.add(person, to: request)
        var response = try await steps.proceed(authorize, as: member, in: id)
        response.headers.append(HTTPField(name: .setCookie, value: cookie))
        return response
    }

    private func cancelled() async throws -> StandardError {
        try await provider.interactions.end(id)
        return StandardError(.accessDenied, "The person cancelled the sign-in.")
    }
}
