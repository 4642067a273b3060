// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import OAuth

/// Where the answer to an authorization request at a user flow goes.
///
/// Only once this is known may anything be redirected.
struct UserFlowTarget: Sendable {
    /// In which part of the address an answer travels.
    enum ResponseMode: String, Sendable, CaseIterable {
        case query, fragment
    }

    let client: RegisteredApp
    let redirectURI: RedirectURI
    let state: String?
    private let mode: ResponseMode

    /// Finds client and redirect URI of a request.
    ///
    /// - Throws: ``UserFlowProblem``, which is shown on a page.
    init(_ parameters: FormParameters, at place: UserFlowPlace, in database: TenantDatabase) async throws {
        let clientID = try parameters.once("client_id", orThrow: UserFlowProblem.unreadable)
        guard let clientID, let client = try await database.app(clientID), client.tenantID == place.tenant.id else {
            throw UserFlowProblem.unknownClient(clientID, tenant: place.tenant, known: try await database.apps())
        }
        let text = try parameters.once("redirect_uri", orThrow: UserFlowProblem.unreadable)
        guard let text, client.registers(text), let redirectURI = RedirectURI(text) else {
            throw UserFlowProblem.redirectMismatch(text, client: client)
        }
        self.client = client
        self.redirectURI = redirectURI
        state = try parameters.once("state", orThrow: UserFlowProblem.unreadable)
        // A mode that is not supported is told of by the usual one.
        mode = parameters["response_mode"].flatMap(ResponseMode.init) ?? .query
    }

    /// Sends an answer to the app. RFC 6749 §4.1.2
    func answer(_ answer: FormParameters, to request: Request, from pages: Pages) -> Response {
        RedirectReply(pages: pages).answer(
            answer, at: address(carrying: answer), of: redirectURI, for: client, request: request)
    }

    private func address(carrying answer: FormParameters) -> String {
        var answer = answer
        answer.append("state", state)
        var text = redirectURI.text
        if ["http", "https"].contains(redirectURI.scheme), redirectURI.path == "/", !text.hasSuffix("/"),
            !text.contains("?")
        {
            text += "/"
        }
        let separator = mode == .fragment ? "#" : text.contains("?") ? "&" : "?"
        return text + separator + answer.encoded
    }
}
