// SPDX-License-Identifier: Apache-2.0
import Fixtures
import JSONWebSignatures

@Suite struct BearerAuthenticatorTests {
    static let malformed =
        #"Bearer realm="api", error="invalid_request", "#
        + #"error_description="send one Authorization field: Bearer and the token""#

    static let requests: [Spoiled] = [
        Spoiled("there is no field", 401, #"Bearer realm="api""#) { _ in [] },
        Spoiled("the scheme is another", 401, #"Bearer realm="api""#) { _ in ["Basic YWxpY2U6c2VjcmV0"] },
        Spoiled("another scheme has parameters", 401, #"Bearer realm="api""#) { _ in
            [#"DIGEST username="a", uri="/""#]
        },
        Spoiled("the scheme is one that the API does not take", 401, #"Bearer realm="api""#) {
            ["DPoP \(try $0.signed())"]
        },
        Spoiled("that scheme is alone", 401, #"Bearer realm="api""#) { _ in ["dPoP"] },
        Spoiled("that scheme is before two words", 401, #"Bearer realm="api""#) { _ in ["DPoP a, b"] },
        Spoiled("another scheme is alone", 400, malformed) { _ in ["Negotiate"] },
        Spoiled("the scheme is no token", 400, malformed) { _ in ["B(sic) YWxpY2U6c2VjcmV0"] },
        Spoiled("another scheme is there twice", 400, malformed) { _ in ["Basic YQ==", "Basic YQ=="] },
        Spoiled("the scheme is missing", 400, malformed) { [try $0.signed()] },
        Spoiled("the token is missing", 400, malformed) { _ in ["Bearer"] },
        Spoiled("the field is there twice", 400, malformed) {
            let field = "Bearer \(try $0.signed())"
            return [field, field]
        },
        Spoiled("the token is empty", 400, malformed) { _ in ["Bearer  "] },
        Spoiled("no space is before the token", 400, malformed) { ["Bearer\(try $0.signed())"] },
        Spoiled("two tokens are in the field", 400, malformed) {
            let token = try $0.signed()
            return ["Bearer \(token) \(token)"]
        },
        Spoiled("two tokens are parted by a comma", 400, malformed) {
            let token = try $0.signed()
            return ["Bearer \(token),\(token)"]
        },
        Spoiled("the token is in quotes", 400, malformed) { ["Bearer \"\(try $0.signed())\""] },
        Spoiled(
            "the scope is missing", 403,
            #"Bearer realm="api", error="insufficient_scope", "#
                + #"error_description="the token lacks the scope Tasks.ReadWrite; request it at sign-in", scope="Tasks.ReadWrite""#
        ) {
            var draft = $0
            draft.claims["scp"] = .string("openid Tasks.Read tasks.readwrite Tasks.ReadWrite.All")
            return ["Bearer \(try draft.signed())"]
        },
    ]

    static let forged = "the token's signature is invalid; it was changed or forged"
    static let unsigned = "the token is not signed with an algorithm of its provider; check its issuer"
    static let unknownKey =
        "the provider does not publish the token's key; get a new token, or check who issued it"
    static let unreadable = "the token is not a signed token of the allowed form"

    static let signatures: [Spoiled] = [
        .signed("the payload was changed", because: forged) {
            let parts = try $0.parts()
            return [parts[0], $0.forgedPayload, parts[2]].joined(separator: ".")
        },
        .signed("the signature was changed", because: forged) {
            var parts = try $0.parts()
            var signature = try Base64URL.decode(parts[2])
            signature[0] ^= 1
            parts[2] = Base64URL.encode(signature)
            return parts.joined(separator: ".")
        },
        .signed("the signature was taken off", because: forged) {
            try $0.parts()[0...1].joined(separator: ".") + "."
        },
        .signed("the header says that there is no signature", because: unsigned) {
            [Base64URL.encode(#"{"alg":"none","kid":"key-1"}"#.utf8), $0.forgedPayload, ""].joined(
                separator: ".")
        },
        .signed("the public key was used as a secret", because: unsigned) {
            try $0.signedWithPublicKeyAsSecret()
        },
        .signed("the header carries a key of its own", because: forged) {
            let stranger = try JSONWebPrivateKey.generate(on: .p256)
            let own = String(decoding: stranger.publicKey.jsonData, as: UTF8.self)
            let header = Base64URL.encode(#"{"alg":"ES256","kid":"key-1","jwk":\#(own)}"#.utf8)
            let input = header + "." + $0.forgedPayload
            return try input + "." + Base64URL.encode(stranger.signature(over: Data(input.utf8), by: .es256))
        },
        .token("another key signed it", because: forged) {
            $0.key = try JSONWebPrivateKey.generateRSA(keyIdentifier: "key-1")
        },
        .token("the key is unknown", because: unknownKey) {
            $0.header = JWSHeader(algorithm: .rs256, keyIdentifier: "key-2", type: "JWT")
        },
        .signed("it is longer than tokens are", because: unreadable) {
            try $0.signed() + String(repeating: "A", count: 16384)
        },
        .signed("it is no token at all", because: unreadable) { _ in "opaque" },
    ]

    static let claims: [Spoiled] = [
        .token(
            "another provider issued it",
            because: "the token was not issued by https://login.example/tenant-1/v2.0; send a token of that provider"
        ) {
            $0.claims["iss"] = .string("https://login.example/tenant-2/v2.0")
        },
        .token(
            "the issuer ends in a slash",
            because: "the token was not issued by https://login.example/tenant-1/v2.0; send a token of that provider"
        ) {
            $0.claims["iss"] = .string("https://login.example/tenant-1/v2.0/")
        },
        .token("it is from another directory", because: "the token is from a directory that may not call this API") {
            $0.claims["tid"] = .string("tenant-2")
        },
        .token("it names no directory", because: "the token is from a directory that may not call this API") {
            $0.claims["tid"] = nil
        },
        .token("it is for another API", because: "the token is for another API; request one with a scope of this API") {
            $0.claims["aud"] = .string("api://mail")
        },
        .token("it is for nobody", because: "the token is for another API; request one with a scope of this API") {
            $0.claims["aud"] = .array([])
        },
        .token(
            "it ended five minutes ago", because: "the token expired at 2026-01-09T11:55:00Z; get a new token"
        ) { $0.set("exp", TestClock().now - 300) },
        .token("it never ends", because: "the token has no expiration time (exp)") {
            $0.claims["exp"] = nil
        },
        .token("its end is text", because: "the token has no expiration time (exp)") {
            $0.claims["exp"] = .string("1767963600")
        },
        .token("it is not valid yet", because: "the token is not valid yet; check this machine's clock") {
            $0.set("nbf", TestClock().now + 301)
        },
        .token("it is from the future", because: "the token was issued in the future; check this machine's clock") {
            $0.set("iat", TestClock().now + 301)
        },
        .token("it is an ID token", because: idToken) { $0.claims["azp"] = nil },
        .token("it is an ID token that names its app", because: idToken) {
            $0.claims["nonce"] = .string("n-1")
        },
        .token("it says nothing of who calls", because: "the token does not identify the caller (sub)") {
            $0.claims["sub"] = nil
        },
    ]

    static let idToken = "this is an ID token; send an access token"

    @Test(arguments: requests + signatures + claims)
    func `rejects a request when`(_ row: Spoiled) async throws {
        let api = try ProtectedAPI()
        let fields = try row.fields(api.token)
        let answer = try await api.ask(fields)
        #expect((answer.status, answer.challenges) == (row.status, [row.challenge]))
        #expect(!answer.body.contains("alice"))
        for part in fields.joined(separator: " ").split(whereSeparator: { " .,\"".contains($0) })
        where part.count > 6 {
            #expect(!answer.body.contains(part))
            #expect(!answer.challenges.joined().contains(part))
        }
    }

    static let accepted: [Spoiled] = [
        Spoiled("nothing is wrong", 200, "") { ["Bearer \(try $0.signed())"] },
        Spoiled("the scheme is in lower case", 200, "") { ["bearer \(try $0.signed())"] },
        Spoiled("there are more spaces", 200, "") { ["Bearer   \(try $0.signed())"] },
        Spoiled("it ended just now, within the difference of clocks", 200, "") {
            var draft = $0
            draft.set("exp", TestClock().now - 299)
            return ["Bearer \(try draft.signed())"]
        },
        Spoiled("it begins within the difference of clocks", 200, "") {
            var draft = $0
            draft.set("nbf", TestClock().now + 300)
            return ["Bearer \(try draft.signed())"]
        },
        Spoiled("the audience is one of several", 200, "") {
            var draft = $0
            draft.claims["aud"] = .array([.string("api://mail"), .string("api://tasks")])
            return ["Bearer \(try draft.signed())"]
        },
        Spoiled("the app is named as in Entra's older tokens", 200, "") {
            var draft = $0
            draft.claims["appid"] = draft.claims.removeValue(forKey: "azp")
            return ["Bearer \(try draft.signed())"]
        },
    ]

    @Test(arguments: accepted)
    func `the caller gets in where`(_ row: Spoiled) async throws {
        let api = try ProtectedAPI()
        let answer = try await api.ask(row.fields(api.token))
        #expect(answer == .init(status: 200, challenges: [], body: "\(FakeProvider.issuerText) alice"))
    }

    @Test func `the caller is the subject of the token, also with another person's oid`() async throws {
        let api = try ProtectedAPI()
        var token = api.token
        token.claims["sub"] = .string("mallory")
        token.claims["oid"] = .string("alice")
        #expect(try await api.ask(token).body == "\(FakeProvider.issuerText) mallory")
    }

    @Test func `a refusal is JSON`() async throws {
        let api = try ProtectedAPI()
        #expect(
            try await api.ask([]).body
                == #"{"code":"token_required","message":"sign in and send an access token: Authorization: Bearer …"}"#
        )
        var token = api.token
        token.claims["aud"] = .string("api://mail")
        #expect(
            try await api.ask(token).body
                == #"{"code":"invalid_token","message":"the token is for another API; request one with a scope of this API"}"#
        )
    }
}
