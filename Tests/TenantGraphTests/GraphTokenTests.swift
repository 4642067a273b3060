// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct GraphTokenTests: SiteSuite {
    let site: Site

    private func expectRefused(_ answer: Answer, _ message: String) throws {
        #expect(answer.status == .unauthorized && answer["WWW-Authenticate"]?.hasPrefix("Bearer ") == true)
        let error = try answer.object()["error"]?.object
        #expect((error?["code"]?.string, error?["message"]?.string) == ("InvalidAuthenticationToken", message))
        #expect(
            error?["innerError"]?.object?["date"]?.string?.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/#)
                != nil)
    }

    static let noTokens: [(String?, String)] = [
        (nil, "Access token is empty."), ("", "Access token is empty."), ("Bearer", "Access token is empty."),
        ("Bearer ", "Access token is empty."), ("Basic YTpi", "Access token is empty."),
        ("Bearer a b", "Access token is empty."),
        ("Bearer made-up", "IDX14100: JWT is not well formed, there are no dots (.)"),
        ("Bearer a.b", "Access token validation failure. Signature validation failed."),
        ("Bearer ..", "Access token validation failure. Signature validation failed."),
        ("Bearer a.b.c.d", "Access token validation failure. Signature validation failed."),
        (
            "Bearer " + String(repeating: "a.", count: 20_000),
            "Access token validation failure. Signature validation failed."
        ),
    ]

    @Test(arguments: noTokens) func `malformed tokens are rejected`(field: String?, message: String) async throws {
        var fields = HTTPFields()
        fields[.authorization] = field
        for path in ["/v1.0/me", "/v1.0/users", "/v1.0/users/x"] {
            try expectRefused(try await site.send(.get, path, fields: fields), message)
        }
    }

    @Test func `a token with another payload, signature, key or algorithm is refused`() async throws {
        let token = try await site.graphToken()
        let parts = token.split(separator: ".").map(String.init)
        let key = try JSONWebPrivateKey.generateRSA(keyIdentifier: site.signingKeyName)
        let payload = try Base64URL.decode(parts[1])
        let other = try JSONWebPrivateKey.generateRSA()
        let ours = site.platform.context.keys.signingKey
        let forged = [
            "\(parts[0]).\(Base64URL.encode(payload + [32])).\(parts[2])",
            "\(parts[0]).\(parts[1]).\(Base64URL.encode([UInt8](repeating: 1, count: 256)))",
            "\(parts[0]).\(parts[1]).", "\(Base64URL.encode(#"{"alg":"none"}"#.utf8)).\(parts[1]).",
            "\(Base64URL.encode(#"{"alg":"HS256"}"#.utf8)).\(parts[1]).\(parts[2])", token + "=",
            try CompactJWS.sign(
                payload, header: JWSHeader(algorithm: .rs256, keyIdentifier: try site.signingKeyName), with: key),
            try CompactJWS.sign(
                payload, header: JWSHeader(algorithm: .rs256, keyIdentifier: other.publicKey.keyIdentifier),
                with: other),
            try CompactJWS.sign(
                payload, header: JWSHeader(algorithm: .rs256, keyIdentifier: "other"), with: ours),
            try CompactJWS.sign(payload, header: JWSHeader(algorithm: .rs256), with: ours),
        ]
        for token in forged {
            try expectRefused(
                try await site.graph("/me", token: token),
                "Access token validation failure. Signature validation failed.")
        }
        #expect(try await site.graph("/me", token: token).status == .ok)
    }

    @Test func `an ID token and a token for another API are rejected`() async throws {
        let request = FormParameters.goodRequest.with("scope", "openid profile api://tasks/Tasks.ReadWrite")
        let tokens = try await site.tokens(for: request)
        for name in ["id_token", "access_token"] {
            try expectRefused(
                try await site.graph("/me", token: try #require(tokens[name]?.string)),
                "Access token validation failure. Invalid audience.")
        }
    }

    @Test func `a token is rejected after it expires`() async throws {
        let tokens = try await site.tokens()
        let token = try #require(tokens["access_token"]?.string)
        let lifetime = Int(try #require(tokens["expires_in"]?.double))
        site.clock.advance(by: .seconds(lifetime - 1))
        #expect(try await site.graph("/me", token: token).status == .ok)
        site.clock.advance(by: .seconds(1))
        try expectRefused(
            try await site.graph("/me", token: token), "Lifetime validation failed, the token is expired.")
        site.clock.advance(by: .seconds(-lifetime - 301))
        try expectRefused(try await site.graph("/me", token: token), "Access token has expired or is not yet valid.")
    }

    @Test func `after a sign-out everywhere, only clients with cp1 get the claims to ask for`() async throws {
        let capable = #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#
        let early = try await site.token(.password.with("claims", capable)).object()["access_token"]
        let person = try #require(try await site.claims(of: early)["oid"]?.string)
        let plain = try await site.graphToken()
        site.clock.advance(by: .seconds(1))
        let revokedAt = site.clock.now.seconds
        try await site.platform.context.database.revokeSessions(of: person, now: site.clock.now)
        let refused = try await site.graph("/me", token: try #require(early?.string))
        try expectRefused(
            refused,
            "Continuous access evaluation resulted in challenge with result: InteractionRequired and code: "
                + "TokenIssuedBeforeRevocationTimestamp")
        let claims = #"{"access_token":{"nbf":{"essential":true,"value":"\#(revokedAt)"}}}"#
        let challenge = try #require(AuthenticationChallenge.all(in: [refused["WWW-Authenticate"] ?? ""]).first)
        #expect(challenge["error"] == "insufficient_claims")
        #expect(challenge["claims"] == Data(claims.utf8).base64EncodedString())
        #expect(challenge["authorization_uri"]?.hasSuffix("/common/oauth2/authorize") == true)
        #expect(try await site.graph("/me", token: plain).status == .ok, "others keep their token until its end")
        let later = try await site.token(.password.with("claims", capable)).object()["access_token"]
        #expect(try await site.graph("/me", token: try #require(later?.string)).status == .ok)
    }

    @Test func `a token of another tenant is refused`() async throws {
        let elsewhere = try Site(dataFolder: nil, signingKey: try JSONWebPrivateKey.generateRSA().privateJSONData)
        try expectRefused(
            try await site.graph("/me", token: try await elsewhere.graphToken()),
            "Access token validation failure. Signature validation failed.")
    }

    @Test func `every answer has an id, and repeats the client's own`() async throws {
        let token = try await site.graphToken()
        let name = try #require(HTTPField.Name("client-request-id"))
        let fields: HTTPFields = [.authorization: "Bearer \(token)", name: "mine"]
        let good = try await site.send(.get, "/v1.0/me", fields: fields)
        let bad = try await site.send(.get, "/v1.0/users/nobody", fields: fields)
        for answer in [good, bad] {
            #expect(UUID(uuidString: answer["request-id"] ?? "") != nil)
            #expect(answer["client-request-id"] == "mine")
        }
        let inner = try bad.object()["error"]?.object?["innerError"]?.object
        #expect((inner?["request-id"]?.string, inner?["client-request-id"]?.string) == (bad["request-id"], "mine"))
    }
}
