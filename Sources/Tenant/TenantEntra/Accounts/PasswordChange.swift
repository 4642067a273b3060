// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import PageTemplates
import PortableFoundation
import SQLiteRecords
import TenantAuthorization
import TenantDirectory

struct PasswordChange: Sendable {
    static let newPasswordField = "newPassword"

    let platform: PlatformContext

    func ask(
        _ authorize: AuthorizeRequest, of person: DirectoryPerson, error: String? = nil, request: Request
    ) -> Response {
        let form = platform.pages.form(authorize, request: request)
        return platform.pages.html(
            "password-change", form,
            ["newPasswordField": Self.newPasswordField, "rules": PasswordRules.entraID.words], of: person, error: error)
    }

    /// The change ends earlier grants and the sessions in other browsers: it signs out a thief of the old password.
    func judge(
        _ form: FormParameters, of person: DirectoryPerson, _ authorize: AuthorizeRequest, request: Request
    ) async throws -> Response {
        let old = try form.once("password") ?? ""
        let new = try form.once(Self.newPasswordField) ?? ""
        do {
            try await platform.passwords.check(old, of: person)
        } catch let refusal as PasswordRefusal where refusal != .expired {
            RefusalNote.refuse(EntraError(refusal).rule())
            return ask(authorize, of: person, error: refusal.textWithNumber, request: request)
        } catch is PasswordRefusal {
            // An expired password is the reason for this page.
        }
        let again = try form.once("newPasswordAgain") ?? ""
        if let problem = PasswordRules.entraID.problem(with: new, repeated: again) {
            return ask(authorize, of: person, error: problem, request: request)
        }
        guard new != old else {
            return ask(
                authorize, of: person, error: "That is the old password. Choose a different one.", request: request)
        }
        guard let changed = try await keep(new, of: person) else {
            return ask(
                authorize, of: person, error: "The password has been changed in the meantime. Try again.",
                request: request)
        }
        let member = platform.sessions.newcomer(changed, among: try await platform.sessions.arrivals(of: request))
        return try await SignInSteps(platform: platform).begin(authorize, as: member, request: request)
    }

    /// Returns `nil` if another request changed the password first.
    private func keep(_ password: String, of person: DirectoryPerson) async throws -> DirectoryPerson? {
        let hash = try await PasswordHash.make(of: password, random: platform.settings.random)
        let now = platform.settings.now().wholeSeconds
        return try await platform.database.write { database in
            guard var current = try DirectoryPerson.fetchOne(database, key: person.id),
                current.passwordHash == person.passwordHash
            else { return nil }
            current.passwordHash = hash
            current.forceChangePasswordNextSignIn = false
            current.lastPasswordChangeDateTime = now
            try current.revokeSignInSessions(at: now, database)
            try current.update(database)
            return current
        }
    }
}
