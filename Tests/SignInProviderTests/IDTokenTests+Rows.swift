// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages

extension IDTokenTests {
    static let spoiled: [Spoiled] = formRows + signatureRows + announcementRows + partyRows + timeRows + bindingRows

    private static let formRows: [Spoiled] = [
        Spoiled(.idTokenMissing, "there is none") { $0.tampering = { _ in nil } },
        Spoiled(.idTokenMissing, "it is empty") { $0.tampering = { _ in "" } },
        Spoiled(.tokenMalformed, "it has two parts") {
            $0.tampering = { $0.split(separator: ".").dropLast().joined(separator: ".") }
        },
        Spoiled(.tokenMalformed, "it has five parts") { $0.tampering = { $0 + ".a.b" } },
        Spoiled(.tokenMalformed, "it ends in a newline") { $0.tampering = { $0 + "\n" } },
        Spoiled(.tokenMalformed, "it is longer than any token") {
            $0.say("x", "\"" + String(repeating: "x", count: 200_000) + "\"")
        },
        Spoiled(.tokenMalformed, "it lists something critical") {
            $0.tampering = {
                Base64URL.encode(Array(#"{"alg":"RS256","kid":"rsa","crit":["x"],"x":1}"#.utf8)) + "."
                    + $0.split(separator: ".").dropFirst().joined(separator: ".")
            }
        },
    ]

    /// For the provider's keys and the token's format; for tokens of every kind.
    static let signatureRows: [Spoiled] = [
        Spoiled(.algorithmNotAllowed, "it is not signed (none)") {
            $0.tampering = TokenFixture.unsigned("none")
        },
        Spoiled(.algorithmNotAllowed, "it is not signed (NoNe)") {
            $0.tampering = TokenFixture.unsigned("NoNe")
        },
        Spoiled(.algorithmNotAllowed, "the public key was the secret (HS256)") {
            $0.tampering = TokenFixture.signedWithPublicKey
        },
        Spoiled(.keyUnknown, "the provider publishes no such key") { $0.keyIdentifier = "rsa2" },
        Spoiled(.keyUnknown, "the key's name differs in case") { $0.keyIdentifier = "RSA" },
        Spoiled(.keyUnknown, "it names no key, and there are two") {
            $0.provider = FakeProvider(keys: [Key.rsa.publicKey, Key.unnamedRSA.publicKey])
            $0.keyIdentifier = nil
        },
        Spoiled(.keySetMalformed, "the key set is a page") { $0.provider.answer("/keys", "<html>") },
        Spoiled(.keySetMalformed, "the key set has no keys") {
            $0.provider.answer("/keys", #"{"kid":"rsa"}"#)
        },
        Spoiled(.keySetMalformed, "the key set holds no key that can be used") { $0.provider.publish([]) },
        Spoiled(.keySetMissing, "the provider has no keys") {
            $0.provider = FakeProvider(plainOAuth: FakeProvider.plainMetadata)
        },
        Spoiled(.keyIssuerMismatch, "its key is there for another issuer alone") { $0.restrictKey() },
        Spoiled(.tokenMalformed, "it is no token") { $0.tampering = { _ in "opaque" } },
        Spoiled(.tokenMalformed, "a claim stands there twice") {
            $0.claims.append(("sub", "\"someone else\""))
        },
        Spoiled(.signatureInvalid, "somebody else's key of that name signed it") { $0.key = Key.otherRSA },
        Spoiled(.signatureInvalid, "the payload was changed") {
            let forged = Base64URL.encode(
                Array($0.payload.replacing("248289761001", with: "248289761002").utf8))
            $0.tampering = { token in
                let parts = token.split(separator: ".")
                return "\(parts[0]).\(forged).\(parts[2])"
            }
        },
        Spoiled(.signatureInvalid, "the signature was cut") { $0.tampering = { String($0.dropLast(2)) } },
        Spoiled(.signatureInvalid, "the signature is empty") {
            $0.tampering = { $0.split(separator: ".").dropLast().joined(separator: ".") + "." }
        },
    ]

    /// The metadata of ID tokens, and of everything that follows them.
    static let announcementRows: [Spoiled] = [
        Spoiled(.algorithmNotAllowed, "the algorithm was not announced (ES256)") {
            $0.provider = FakeProvider(keys: [Key.elliptic.publicKey])
            ($0.algorithm, $0.key, $0.keyIdentifier) = (.es256, Key.elliptic, "ec")
        },
        Spoiled(.algorithmNotAllowed, "only unsigned tokens were announced") {
            $0.provider = FakeProvider(metadata: FakeProvider.metadata.replacing("RS256", with: "none"))
        },
    ]

    private static let partyRows: [Spoiled] = [
        Spoiled(.issuerMismatch, "there is no iss") { $0.say("iss", nil) },
        Spoiled(.issuerMismatch, "somebody else issued it") { $0.say("iss", #""https://evil.example""#) },
        Spoiled(.issuerMismatch, "iss ends in a slash") { $0.say("iss", #""https://id.example/""#) },
        Spoiled(.issuerMismatch, "iss goes on") { $0.say("iss", #""https://id.example.evil.example""#) },
        Spoiled(.issuerMismatch, "iss is a list") { $0.say("iss", #"["https://id.example"]"#) },
        Spoiled(.audienceMismatch, "there is no aud") { $0.say("aud", nil) },
        Spoiled(.audienceMismatch, "it is for another app") { $0.say("aud", #""other""#) },
        Spoiled(.audienceMismatch, "aud differs in case") { $0.say("aud", #""Client""#) },
        Spoiled(.audienceMismatch, "aud only begins like us") { $0.say("aud", #""client2""#) },
        Spoiled(.audienceMismatch, "aud is an empty list") { $0.say("aud", "[]") },
        Spoiled(.audienceMismatch, "aud is a list with something odd in it") {
            $0.say("aud", #"["client",7]"#)
        },
        Spoiled(.audienceMismatch, "aud is an object") { $0.say("aud", #"{"client":true}"#) },
        Spoiled(.authorizedPartyMismatch, "azp is another app") { $0.say("azp", #""other""#) },
        Spoiled(.authorizedPartyMismatch, "azp is null") { $0.say("azp", "null") },
        Spoiled(.authorizedPartyMismatch, "aud is a list of two without azp") {
            $0.say("aud", #"["client","api"]"#)
        },
        Spoiled(.nonceMismatch, "there is no nonce") { $0.say("nonce", nil) },
        Spoiled(.nonceMismatch, "it belongs to another sign-in") { $0.say("nonce", #""n-0S6_WzA2Mj""#) },
        Spoiled(.nonceMismatch, "the nonce is a list") { $0.say("nonce", #"["\#(TokenFixture.nonce)"]"#) },
        Spoiled(.claimMissing, "there is no sub") { $0.say("sub", nil) },
        Spoiled(.claimMissing, "sub is empty") { $0.say("sub", "\"\"") },
        Spoiled(.claimMissing, "sub is a number") { $0.say("sub", "1") },
        Spoiled(.claimMissing, "sub has 256 bytes") {
            $0.say("sub", "\"" + String(repeating: "s", count: 256) + "\"")
        },
    ]

    private static let timeRows: [Spoiled] = [
        Spoiled(.claimMissing, "there is no exp") { $0.say("exp", nil) },
        Spoiled(.claimMissing, "exp is text") { $0.say("exp", #""\#(TokenFixture.start + 3600)""#) },
        Spoiled(.claimMissing, "exp is no number that a clock reaches") { $0.say("exp", "1e999") },
        Spoiled(.claimMissing, "there is no iat") { $0.say("iat", nil) },
        Spoiled(.claimMissing, "iat is text") { $0.say("iat", #""now""#) },
        Spoiled(.expired, "it ended, and the skew has just passed") { $0.age = 3600 + 300 },
        Spoiled(.expired, "it ended long ago") { $0.say("exp", "1") },
        Spoiled(.notYetValid, "it begins after the skew") { $0.say("nbf", "\(TokenFixture.start + 301)") },
        Spoiled(.notYetValid, "nbf is text") { $0.say("nbf", #""soon""#) },
        Spoiled(.issuedInFuture, "it was issued after the skew") {
            $0.say("iat", "\(TokenFixture.start + 301)")
        },
    ]
}

extension IDTokenTests {
    static let bindingRows: [Spoiled] = kindRows + authenticationRows + hashRows

    private static let kindRows: [Spoiled] = [
        Spoiled(.notAnIDToken, "its type is that of an access token") { $0.type = "at+jwt" },
        Spoiled(.notAnIDToken, "its type is that of an access token, in full") { $0.type = "application/AT+JWT" },
        Spoiled(.notAnIDToken, "its type is that of a logout token") { $0.type = "logout+jwt" },
        Spoiled(.notAnIDToken, "it tells of events, as logout tokens do") { $0.say("events", "{}") },
    ]

    private static let authenticationRows: [Spoiled] = [
        Spoiled(.authenticationTooOld, "the person signed in longer ago than was allowed, and the skew") {
            $0.options = SignInOptions(maxAge: .seconds(60))
            $0.say("auth_time", "\(TokenFixture.start - 361)")
        },
        Spoiled(.authenticationTooOld, "the person should have signed in now, and did long ago") {
            $0.options = SignInOptions(prompt: .login, maxAge: .zero)
            $0.say("auth_time", "0")
        },
        Spoiled(.claimMissing, "there is no auth_time, which max_age demands") {
            $0.options = SignInOptions(maxAge: .seconds(60))
        },
        Spoiled(.claimMissing, "auth_time is text") {
            $0.options = SignInOptions(maxAge: .seconds(60))
            $0.say("auth_time", #""\#(TokenFixture.start)""#)
        },
        Spoiled(.issuedInFuture, "auth_time is after the skew") {
            $0.options = SignInOptions(maxAge: .seconds(60))
            $0.say("auth_time", "\(TokenFixture.start + 301)")
        },
        Spoiled(.authenticationContextMismatch, "there is no acr, and one was demanded") {
            $0.options = SignInOptions(essentialACRValues: ["phr"])
        },
        Spoiled(.authenticationContextMismatch, "acr is another than was demanded") {
            $0.options = SignInOptions(acrValues: ["0"], essentialACRValues: ["phr"])
            $0.say("acr", #""0""#)
        },
        Spoiled(.authenticationContextMismatch, "acr is a list") {
            $0.options = SignInOptions(essentialACRValues: ["phr"])
            $0.say("acr", #"["phr"]"#)
        },
    ]

    private static let hashRows: [Spoiled] = [
        Spoiled(.accessTokenHashMismatch, "at_hash is of another access token") {
            $0.say("at_hash", #""77QmUPtjPfzWtF2AnpK9RQ""#)
            $0.accessToken = "another"
        },
        Spoiled(.accessTokenHashMismatch, "at_hash has a letter more") {
            $0.say("at_hash", #""77QmUPtjPfzWtF2AnpK9RQA""#)
        },
        Spoiled(.accessTokenHashMismatch, "at_hash is empty") { $0.say("at_hash", "\"\"") },
        Spoiled(.accessTokenHashMismatch, "at_hash is null") { $0.say("at_hash", "null") },
        Spoiled(.codeHashMismatch, "c_hash is of another code") {
            $0.say("c_hash", #""LDktKdoQak3Pk0cnXxCltA""#)
            $0.code = "another"
        },
        Spoiled(.codeHashMismatch, "c_hash is a number") { $0.say("c_hash", "1") },
    ]
}
