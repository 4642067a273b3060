// SPDX-License-Identifier: Apache-2.0
import OAuth

/// Where the answer to an authorization request goes.
///
/// Only once this is known may anything be redirected.
struct AuthorizeTarget: Sendable {
    let client: RegisteredApp
    let redirectURI: RedirectURI
    let state: String?
    /// The directories whose people may sign in to the app through this address.
    let directories: [Tenant]

    /// Finds client and redirect URI of a request.
    ///
    /// - Throws: ``SignInProblem``, which is shown on a page.
    init(_ parameters: FormParameters, at selector: TenantSelector, in database: TenantDatabase) async throws {
        let clientID = try parameters.once("client_id", orThrow: SignInProblem.unreadable)
        guard let clientID, let client = try await database.app(clientID), !client.redirectURIs.isEmpty else {
            throw SignInProblem.unknownClient(clientID, at: selector, known: try await database.apps())
        }
        let tenants = try await database.tenants()
        if let refusal = client.refusal(at: selector) {
            throw SignInProblem.notAdmitted(refusal, client: client, tenants: tenants)
        }
        guard let text = try parameters.once("redirect_uri", orThrow: SignInProblem.unreadable), client.registers(text),
            let redirectURI = RedirectURI(text)
        else {
            throw SignInProblem.redirectMismatch(
                try parameters.once("redirect_uri", orThrow: SignInProblem.unreadable), client: client)
        }
        self.client = client
        directories = tenants.filter { client.admits($0, at: selector) }
        self.redirectURI = redirectURI
        state = try parameters.once("state", orThrow: SignInProblem.unreadable)
    }

    /// The address that carries an answer to the app.
    ///
    /// A redirect URI without a path comes back with a slash.
    func address(carrying answer: FormParameters) -> String {
        var answer = answer
        answer.append("state", state)
        let text = redirectURI.text
        let isBare = ["http", "https"].contains(redirectURI.scheme) && redirectURI.path == "/" && !text.hasSuffix("/")
        let place = isBare && !text.contains("?") ? text + "/" : text
        return place + (text.contains("?") ? "&" : "?") + answer.encoded
    }
}
