// SPDX-License-Identifier: Apache-2.0

import BearerAuth
import Foundation
import HTTPMessages
import JSONWebSignatures

extension FuzzTarget {
    /// What the claims of a token may say, once its signature holds.
    static let judges = [judgedClaims]

    private static let judgedClaims = FuzzTarget("judged-claims") { input in
        guard let claims = try reading({ try Claims(payload: [UInt8](input)) }) else { return }
        for type in [nil, "JWT", "at+jwt", "application/logout+jwt"] {
            let token = VerifiedToken(header: JWSHeader(algorithm: .rs256, type: type), claims: claims)
            let kinds = [try isIDToken(token), try isAccessToken(token), try isLogoutToken(token)]
            // Nobody's sign-out signs anybody in, and opens no API. RFC 8725 §3.12
            try require(!kinds[2] || (!kinds[0] && !kinds[1]), "a logout token passes for one of another kind")
        }
    }

    private static let now = Date(timeIntervalSince1970: 1_767_225_600)

    private static let plainTokens = Result {
        try TokenResponse(status: 200, body: Data(#"{"access_token":"a","token_type":"Bearer"}"#.utf8))
    }

    private static let provider = Result {
        guard let issuer = URL(string: "https://login.example") else {
            throw FuzzFinding(description: "the sample provider cannot be made")
        }
        let metadata = try ProviderMetadata(
            status: 200,
            body: Data(#"{"issuer":"https://login.example","jwks_uri":"https://login.example/keys"}"#.utf8),
            askedFor: issuer, rule: .exact)
        return IdentityProvider(
            metadata: metadata, rules: .standard,
            keys: RemoteKeySet(address: metadata.keySetURI, transport: NobodyThere()))
    }

    private static func isIDToken(_ token: VerifiedToken) throws -> Bool {
        let judge = IDTokenJudge(
            clientID: "app", provider: try provider.get(), binding: IDTokenBinding(try plainTokens.get()),
            times: TimeRules())
        guard let identity = try reading({ try judge.identity(from: token, now: now) }) else { return false }
        try require(identity.issuer == "https://login.example", "somebody else vouches for the person")
        try require((1...255).contains(identity.subject.utf8.count), "a person without a usable id was taken")
        try require(token.claims.strings("aud").contains("app"), "a token for another app was taken")
        try require(!identity.claims.has("nonce"), "a secret of the request is kept")
        return true
    }

    private static func isAccessToken(_ token: VerifiedToken) throws -> Bool {
        let rules = AccessTokenRules(audiences: ["app"])
        let provider = try provider.get()
        let read = try reading { try rules.caller(from: token, provider: provider, times: TimeRules(), now: now) }
        guard let caller = read else { return false }
        try require(!caller.subject.isEmpty, "somebody without an id was let in")
        try require(
            caller.allows("never-granted-scope") == caller.scopes.contains("never-granted-scope"), "a made-up right")
        return true
    }

    private static func isLogoutToken(_ token: VerifiedToken) throws -> Bool {
        let judge = LogoutTokenJudge(clientID: "app", provider: try provider.get(), times: TimeRules())
        guard let logout = try reading({ try judge.logoutToken(from: token, now: now) }) else { return false }
        try require(!logout.id.isEmpty, "a token that could come again was taken")
        try require(logout.subject ?? logout.sessionID != nil, "a token that names nobody was taken")
        try require(logout.expiresAt > now - 300, "a token that has ended was taken")
        return true
    }

    private struct NobodyThere: Transport {
        func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
            throw TransportError(.unreachable, "nobody is asked")
        }
    }
}
