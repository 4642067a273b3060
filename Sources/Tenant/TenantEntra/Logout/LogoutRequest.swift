// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages
import TenantAuthorization
import TenantDirectory

/// OpenID Connect RP-Initiated Logout §2.
struct LogoutRequest: Sendable {
    let isForEverybody: Bool
    let clientID: String?
    let redirectURI: RedirectURI?
    let isAddressRefused: Bool
    let state: String?
    private let hint: String?
    private let token: IDTokenHint?

    /// Ignores invalid hints; needs the `used` apps of the browser's sessions, because MSAL.js sends no client id.
    init(_ parameters: FormParameters, platform: PlatformContext, used: [RegisteredApp]) async throws {
        func once(_ name: String) throws -> String? { try parameters.once(name, orThrow: SignInProblem.unreadable) }
        isForEverybody = try once("everybody") != nil
        state = try once("state")
        hint = try once("logout_hint")
        let issuers = try await platform.database.tenants().map { platform.issuer($0.id) }
        token = try once("id_token_hint").flatMap { IDTokenHint($0, keys: platform.keys, issuers: issuers) }
        let named = try once("client_id")
        // A token of another app does not authorize a request for this app.
        clientID = named == nil || token == nil || named == token?.clientID ? named ?? token?.clientID : nil
        let isAnonymous = named == nil && token == nil
        let client = if let clientID { try await platform.database.app(clientID) } else { RegisteredApp?.none }
        let asked = try once("post_logout_redirect_uri")
        let apps = isAnonymous ? used : [client].compactMap(\.self)
        let registered = asked.flatMap { text in
            apps.contains { $0.registers(text) } ? RedirectURI(text) : nil
        }
        // No browser can open a `urn:`.
        redirectURI = registered?.scheme == "urn" ? nil : registered
        isAddressRefused = asked != nil && registered == nil
    }

    var address: String? {
        guard let redirectURI else { return nil }
        var answer = FormParameters()
        answer.append("state", state)
        guard !answer.pairs.isEmpty else { return redirectURI.text }
        return redirectURI.text + (redirectURI.text.contains("?") ? "&" : "?") + answer.encoded
    }

    /// `nil` if a page must ask which people to sign out.
    func leaving(of members: [BrowserSessions.Member], keys: SigningKeys) -> [BrowserSessions.Member]? {
        if isForEverybody || members.isEmpty { return members }
        if let token {
            let named = members.filter { keys.subject(of: $0.person.id, for: token.clientID) == token.subject }
            if !named.isEmpty { return named }
        } else if let hint {
            // Apps should send the claim's value, but many send a user name.
            let named = members.filter { $0.person.isMeant(by: hint) }
            if !named.isEmpty { return named }
        } else if members.count == 1 {
            return members
        }
        return nil
    }
}

/// An ID token of this tenant; it may be expired. OpenID Connect RP-Initiated Logout §2
struct IDTokenHint: Sendable {
    let clientID: String
    let subject: String

    /// Other services sign with the same keys, so the issuer counts; an access token has `azp` or `appid`.
    init?(_ token: String, keys: SigningKeys, issuers: [String]) {
        guard let unverified = try? UnverifiedJWS(token, accepting: [.rs256]),
            let key = keys.publicKey(for: unverified.header),
            let verified = try? unverified.verified(with: key),
            let claims = try? StrictJSON.object(in: verified.payload),
            let issuer = claims["iss"]?.string, issuers.contains(issuer),
            claims["azp"] == nil, claims["appid"] == nil,
            let clientID = claims["aud"]?.string, let subject = claims["sub"]?.string
        else { return nil }
        self.clientID = clientID
        self.subject = subject
    }
}

/// A page that invisibly loads the logout URI of each app. OpenID Connect Front-Channel Logout §2, §3
struct FrontChannelLogout: Sendable {
    let platform: PlatformContext

    /// One URL for each app of a leaving person's session, with session id and issuer.
    func places(of leaving: [BrowserSessions.Member]) async throws -> [RedirectURI] {
        var places: [RedirectURI] = []
        for member in leaving {
            let told: FormParameters = ["sid": member.sessionID ?? "", "iss": platform.issuer(member.person.tenantID)]
            for app in try await platform.sessions.apps(of: member) {
                guard let text = app.logoutURL, let address = RedirectURI(text),
                    ["http", "https"].contains(address.scheme),
                    let place = RedirectURI(text + (text.contains("?") ? "&" : "?") + told.encoded)
                else { continue }
                places.append(place)
            }
        }
        return places
    }
}
