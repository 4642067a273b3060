// SPDX-License-Identifier: Apache-2.0
import JOSE
import OAuth

/// What an app asks for when somebody signs out.
///
/// OpenID Connect RP-Initiated Logout §2
struct LogoutRequest: Sendable {
    /// Whether everybody who is signed in shall leave.
    let isForEverybody: Bool
    let clientID: String?
    /// Where the app wants to be told, if it registered that address.
    let redirectURI: RedirectURI?
    /// Whether the app named an address that it did not register.
    let isAddressRefused: Bool
    let state: String?
    private let hint: String?
    private let token: IDTokenHint?

    /// Reads a request; hints that cannot be believed are as good as none.
    ///
    /// - Throws: ``SignInProblem`` if a parameter stands twice.
    init(_ parameters: FormParameters, platform: IdentityPlatform) async throws {
        func once(_ name: String) throws -> String? {
            try parameters.once(name, orThrow: SignInProblem.unreadable).flatMap { $0.isEmpty ? nil : $0 }
        }
        isForEverybody = try once("everybody") != nil
        state = try once("state")
        hint = try once("logout_hint").map(LoginHint.subject)
        token = try once("id_token_hint").flatMap { IDTokenHint($0, key: platform.keys.signingKey.publicKey) }
        let named = try once("client_id")
        // A token of another app gives nobody the right to speak for this one.
        clientID = named == nil || token == nil || named == token?.clientID ? named ?? token?.clientID : nil
        let client = if let clientID { try await platform.database.app(clientID) } else { RegisteredApp?.none }
        let asked = try once("post_logout_redirect_uri")
        let registered = asked.flatMap { client?.registers($0) == true ? RedirectURI($0) : nil }
        // No browser can open a `urn:`.
        redirectURI = registered?.scheme == "urn" ? nil : registered
        isAddressRefused = asked != nil && registered == nil
    }

    /// The address that tells the app; `nil` if a page does.
    var address: String? {
        guard let redirectURI else { return nil }
        var answer = FormParameters()
        answer.append("state", state)
        guard !answer.pairs.isEmpty else { return redirectURI.text }
        return redirectURI.text + (redirectURI.text.contains("?") ? "&" : "?") + answer.encoded
    }

    /// Who leaves; `nil` if that must be asked.
    func leaving(of members: [BrowserSessions.Member], keys: SigningKeys) -> [BrowserSessions.Member]? {
        if isForEverybody || members.isEmpty { return members }
        if let token {
            let named = members.filter { keys.subject(of: $0.person.id, for: token.clientID) == token.subject }
            if !named.isEmpty { return named }
        } else if let hint {
            let named = members.filter {
                [$0.person.id, $0.person.userPrincipalName.lowercased()].contains(hint.lowercased())
            }
            if !named.isEmpty { return named }
        } else if members.count == 1 {
            return members
        }
        return nil
    }
}
