// SPDX-License-Identifier: Apache-2.0
import Fixtures
import MicrosoftIdentity

@Suite struct UserFlowIssuerTests {
    static let host = "https://contoso.b2clogin.com"
    static let guid = "c0a7e1d2-94f3-4d6b-8b6e-5f0c3a2e7b18"
    static let other = "72f988bf-86f1-41af-91ab-2d7cd011db47"
    static let byDomain = "\(host)/contoso.onmicrosoft.com/b2c_1_susi/v2.0/"
    static let byID = "\(host)/\(guid)/b2c_1_susi/v2.0/"
    static let plain = "\(host)/\(guid)/v2.0/"
    static let tfp = "\(host)/tfp/\(guid)/b2c_1_susi/v2.0/"

    /// Requested issuer, stated issuer, and whether they match.
    static let metadata: [(String, String, Bool)] = [
        (byDomain, plain, true), (byID, plain, true), (byDomain, tfp, true), (byID, tfp, true),
        ("\(host)/tfp/\(guid)/b2c_1_susi/v2.0/", tfp, true),
        (byID, "\(host)/tfp/\(guid)/B2C_1_susi/v2.0/", true),
        (byID, "\(host)/\(other)/v2.0/", false), (byID, "\(host)/tfp/\(other)/b2c_1_susi/v2.0/", false),
        (byDomain, "\(host)/tfp/\(guid)/b2c_1_reset/v2.0/", false),
        (byDomain, "\(host)/\(guid)/v2.0", false), (byDomain, "\(host)/\(guid)/", false),
        (byDomain, "\(host)/\(guid)/v2.0//", false), (byDomain, "\(host)/\(guid)/b2c_1_susi/v2.0/", false),
        (byDomain, "\(host)/contoso.onmicrosoft.com/v2.0/", false),
        (byDomain, "\(host)/te/\(guid)/b2c_1_susi/v2.0/", false),
        (byDomain, "https://evil.example/\(guid)/v2.0/", false),
        (byDomain, "https://contoso.b2clogin.com.evil.example/\(guid)/v2.0/", false),
        (byDomain, "http://contoso.b2clogin.com/\(guid)/v2.0/", false),
        (byDomain, "https://contoso.b2clogin.com:444/\(guid)/v2.0/", false),
        (byDomain, "", false), ("\(host)/common/v2.0", plain, false),
    ]

    @Test(arguments: metadata)
    func `metadata answers or does not`(_ asked: String, _ stated: String, _ isAnswer: Bool) throws {
        #expect(IssuerRule.userFlow.acceptsMetadata(stated, try #require(URL(string: asked))) == isAnswer)
    }

    /// The metadata's issuer, `iss`, `tid`, and whether the token is the provider's.
    static let tokens: [(String, String, JSONValue?, Bool)] = [
        (plain, plain, nil, true), (tfp, tfp, nil, true), (plain, plain, .string(guid), true),
        (plain, tfp, nil, false), (tfp, plain, nil, false), (plain, plain.uppercased(), nil, false),
        (plain, "\(host)/\(other)/v2.0/", nil, false), (plain, plain, .string(other), false),
        (plain, plain, .null, false), (plain, plain, .string(""), false), (plain, "", nil, false),
    ]

    @Test(arguments: tokens)
    func `a token is the provider's or not`(stated: String, issuer: String, tid: JSONValue?, isAccepted: Bool) throws {
        let claims = Claims(tid.map { ["tid": $0] } ?? [:])
        let asked = try #require(URL(string: Self.byDomain))
        #expect(IssuerRule.userFlow.acceptsToken(issuer, claims, stated, asked) == isAccepted)
    }

    /// The claims that name a flow, and whether it is the requested one.
    static let flows: [([String: JSONValue], Bool)] = [
        (["tfp": .string("B2C_1_susi")], true), (["tfp": .string("b2c_1_SUSI")], true),
        (["acr": .string("b2c_1_susi")], true),
        (["tfp": .string("b2c_1_susi"), "acr": .string("1")], true),
        (["tfp": .string("b2c_1_reset"), "acr": .string("b2c_1_susi")], false),
        (["tfp": .string("b2c_1_reset")], false), (["acr": .string("b2c_1_reset")], false), ([:], false),
        (["tfp": .null, "acr": .string("b2c_1_susi")], false), (["tfp": .array([.string("b2c_1_susi")])], false),
        (["tfp": .string("")], false), (["tfp": .string("b2c_1_susi ")], false),
    ]

    @Test(arguments: flows)
    func `a token names the flow that was asked for`(_ claims: [String: JSONValue], _ isAccepted: Bool) throws {
        let asked = try #require(URL(string: Self.byDomain))
        let judge = { try ProviderRules.userFlow.checkToken(Claims(claims), asked) }
        guard !isAccepted else { return try judge() }
        #expect(#expect(throws: Refusal.self, performing: judge)?.code == .userFlowMismatch)
    }

    @Test func `the placeholder sentence that some flows put in sub is not an ID`() {
        let sentence = JSONValue.string("Not supported currently. Use oid claim.")
        let subject = ProviderRules.userFlow.subject
        #expect(subject(Claims(["sub": sentence, "oid": .string("o")])) == "o")
        #expect(subject(Claims(["sub": sentence])) == nil)
        #expect(subject(Claims(["sub": .string("s"), "oid": .string("o")])) == "s")
    }

    @Test func `a caller is named by directory and id, whichever the flow and the form of the issuer`() {
        let callerID = ProviderRules.userFlow.callerID
        let claims = Claims(["oid": .string("o")])
        #expect(callerID(claims, Self.plain, "s") == "\(Self.guid) o")
        #expect(callerID(claims, Self.tfp, "another") == "\(Self.guid) o")
        #expect(callerID(Claims([:]), Self.plain, "s") == "\(Self.plain) s")
        #expect(callerID(claims, "https://elsewhere.example", "s") == "https://elsewhere.example s")
    }
}

/// Access tokens of user flows repeat the sign-in's nonce, which elsewhere marks an ID token.
@Suite struct UserFlowTokenKindTests {
    @Test(arguments: [
        (["azp", "scp"], false, false), (["azp", "nonce"], false, true), (["azp", "nonce", "at_hash"], true, true),
        (["azp", "c_hash"], true, true), (["nonce"], true, true), (["sub"], true, false),
    ])
    func `a token is told apart by what it has`(_ names: [String], ofUserFlow: Bool, elsewhere: Bool) {
        let claims = Claims(Dictionary(uniqueKeysWithValues: names.map { ($0, JSONValue.string("x")) }))
        #expect(ProviderRules.userFlow.isIDToken(claims) == ofUserFlow)
        #expect(ProviderRules.standard.isIDToken(claims) == elsewhere)
    }
}
