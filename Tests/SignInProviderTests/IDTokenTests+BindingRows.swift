// SPDX-License-Identifier: Apache-2.0
import OAuthMessages

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
