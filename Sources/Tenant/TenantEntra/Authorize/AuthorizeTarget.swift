// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuth
import TenantAuthorization
import TenantDirectory

/// The redirect target of an authorization request, and the directories that it admits.
package struct AuthorizeTarget: Sendable {
    let redirect: RedirectTarget
    /// The directories that this address and the app both admit.
    let directories: [Tenant]

    /// Finds client and redirect URI of a request.
    ///
    /// - Throws: ``SignInProblem``, which is shown on a page.
    init(_ parameters: FormParameters, at selector: TenantSelector, in database: TenantDatabase) async throws {
        let clientID = try parameters.once("client_id", orThrow: SignInProblem.unreadable)
        guard let clientID, let client = try await database.app(clientID) else {
            throw SignInProblem.unknownClient(clientID, at: selector, known: try await database.apps())
        }
        RefusalNote.about(app: client.id)
        let tenants = try await database.tenants()
        if let refusal = client.refusal(at: selector) {
            throw SignInProblem.notAdmitted(refusal, client: client, tenants: tenants)
        }
        guard client.isEnabled else { throw SignInProblem.disabled(client) }
        let redirectURI = try client.redirectURI(
            asked: try parameters.once("redirect_uri", orThrow: SignInProblem.unreadable))
        redirect = RedirectTarget(
            client: client, redirectURI: redirectURI,
            state: try parameters.once("state", orThrow: SignInProblem.unreadable)?.withoutMarkup,
            mode: RedirectTarget.mode(of: parameters, to: redirectURI))
        directories = tenants.filter { client.admits($0, at: selector) }
    }
}
