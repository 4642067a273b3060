// SPDX-License-Identifier: Apache-2.0
import JOSE
import OAuth
import TenantDirectory

/// A client's request to sign a person out.
///
/// OpenID Connect RP-Initiated Logout §2
struct EndSessionRequest: Sendable {
    let client: StandardClient?
    /// The address for the browser afterwards; `nil` if it stays here.
    let redirectURI: RedirectURI?
    /// Whether the requested address is not registered.
    let isAddressRefused: Bool
    /// The session and the person of the `id_token_hint`; `nil` without one.
    let hint: (sessionID: String?, personID: String)?
    private let state: String?

    /// Reads a request.
    ///
    /// - Throws: ``StandardError`` for a parameter that occurs twice; ``StandardProblem`` for a hint that is not an ID
    ///   token of this provider, or names another client than `client_id`.
    init(_ parameters: FormParameters, provider: StandardProvider) async throws {
        state = try parameters.optional("state")
        _ = try parameters.optional("logout_hint")
        let named = try parameters.optional("client_id")
        var audience: String?
        if let token = try parameters.optional("id_token_hint") {
            // It may be expired, but this provider must have signed it. §2
            guard let claims = provider.keys.claims(of: token, type: IDTokenContent.type),
                claims["iss"]?.string == provider.issuer, let subject = claims["sub"]?.string,
                let clientID = claims["aud"]?.string, named ?? clientID == clientID
            else { throw Self.unusableHint }
            hint = (claims["sid"]?.string, subject)
            audience = clientID
        } else {
            hint = nil
        }
        let clientID = audience ?? named
        let found = if let clientID { try await provider.client(clientID) } else { StandardClient?.none }
        let asked = try parameters.optional("post_logout_redirect_uri")
        client = found
        redirectURI = asked.flatMap { found?.registersPostLogout($0) == true ? RedirectURI($0) : nil }
        isAddressRefused = asked != nil && redirectURI == nil
    }

    /// The redirect to the client with its `state`; `nil` if a page is shown instead.
    var address: String? {
        guard let redirectURI else { return nil }
        guard let state else { return redirectURI.text }
        let separator = redirectURI.text.contains("?") ? "&" : "?"
        return redirectURI.text + separator + "state=" + FormParameters.encoded(state)
    }

    /// The members that are signed out without a question: the hint's person and session; `nil` if a page must ask.
    func leaving(of members: [StandardSessions.Member]) -> [StandardSessions.Member]? {
        if members.isEmpty { return [] }
        guard let hint else { return nil }
        let named = members.filter { $0.person.id == hint.personID && $0.sessionID == hint.sessionID }
        return named.isEmpty ? nil : named
    }

    private static let unusableHint = StandardProblem(
        title: "The app's proof cannot be used",
        error: .malformed("The id_token_hint is not an ID token of this provider for that client."),
        hint: "Send the last ID token as id_token_hint, or leave it out; then the person is asked.")
}
