// SPDX-License-Identifier: Apache-2.0
import Fixtures
import MicrosoftIdentity

@Suite struct ExternalIDIssuerTests {
    static let guid = "c0a7e1d2-94f3-4d6b-8b6e-5f0c3a2e7b18"
    static let other = "72f988bf-86f1-41af-91ab-2d7cd011db47"
    static let stated = "https://\(guid).ciamlogin.com/\(guid)/v2.0"
    static let byName = "https://contoso.ciamlogin.com/contoso.onmicrosoft.com/v2.0"
    static let byID = "https://contoso.ciamlogin.com/\(guid)/v2.0"
    static let ownDomain = "https://login.contoso.com/\(guid)/v2.0"
    static let local = "http://127.0.0.1:4400/aldervalecustomers.onmicrosoft.com/v2.0"
    static let localStated = "http://127.0.0.1:4400/\(guid)/v2.0"

    /// Requested issuer, stated issuer, and whether they match.
    static let metadata: [(String, String, Bool)] = [
        (byName, stated, true), (byID, stated, true), (stated, stated, true), (ownDomain, stated, true),
        (ownDomain, ownDomain, true), (byName, byID, true), (local, localStated, true),
        ("http://127.0.0.1:4400/\(guid)/v2.0", localStated, true),
        (byID, "https://\(other).ciamlogin.com/\(other)/v2.0", false),
        (stated, "https://\(other).ciamlogin.com/\(other)/v2.0", false),
        (ownDomain, "https://login.contoso.com/\(other)/v2.0", false),
        (byName, "https://\(guid).ciamlogin.com/\(other)/v2.0", false),
        (byName, "https://\(other).ciamlogin.com/\(guid)/v2.0", false),
        (byName, "https://fabrikam.ciamlogin.com/\(guid)/v2.0", false), (byName, byName, false),
        (byName, "https://login.microsoftonline.com/\(guid)/v2.0", false), (byName, stated + "/", false),
        (byName, "https://\(guid).ciamlogin.com/\(guid)", false), (byName, stated.uppercased(), false),
        (byName, "http://\(guid).ciamlogin.com/\(guid)/v2.0", false),
        (byName, "https://\(guid).ciamlogin.com.evil.example/\(guid)/v2.0", false),
        (byName, "https://\(guid).ciamlogin.com:444/\(guid)/v2.0", false),
        (byName, "https://evil.example/\(guid)/v2.0", false), (byName, "{tenantid}", false), (byName, "", false),
        (byName, "https://{tenantid}.ciamlogin.com/{tenantid}/v2.0", false),
        (local, stated, false), (local, "http://127.0.0.1:4401/\(guid)/v2.0", false),
        ("https://contoso.ciamlogin.com/common/v2.0", stated, false),
    ]

    @Test(arguments: metadata)
    func `metadata answers or does not`(_ asked: String, _ stated: String, _ isAnswer: Bool) throws {
        #expect(IssuerRule.externalID.acceptsMetadata(stated, try #require(URL(string: asked))) == isAnswer)
    }

    /// The metadata's issuer, `iss`, `tid`, and whether the token is the provider's.
    static let tokens: [(String, String, JSONValue?, Bool)] = [
        (stated, stated, .string(guid), true), (stated, stated, nil, true), (byID, byID, .string(guid), true),
        (stated, byID, .string(guid), false), (stated, stated, .string(other), false),
        (stated, stated, .string(guid.uppercased()), false), (stated, stated, .string(""), false),
        (stated, stated, .null, false), (stated, stated, .array([.string(guid)]), false),
        (stated, stated + "/", .string(guid), false), (stated, "", .string(guid), false),
        (stated, "https://\(other).ciamlogin.com/\(other)/v2.0", .string(other), false),
        (stated, "https://login.microsoftonline.com/\(guid)/v2.0", .string(guid), false),
    ]

    @Test(arguments: tokens)
    func `a token is the provider's or not`(stated: String, issuer: String, tid: JSONValue?, isAccepted: Bool) throws {
        let claims = Claims(tid.map { ["tid": $0] } ?? [:])
        let asked = try #require(URL(string: Self.byName))
        #expect(IssuerRule.externalID.acceptsToken(issuer, claims, stated, asked) == isAccepted)
    }

    /// The key's issuer, and whether it may have signed a token of the directory.
    static let keys: [(String, Bool)] = [
        (stated, true), ("https://login.microsoftonline.com/{tenantid}/v2.0", true), ("", true),
        ("https://login.microsoftonline.com/\(guid)/v2.0", true),
        ("https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0", false),
        ("https://contoso.ciamlogin.com/\(other)/v2.0", false),
    ]

    @Test(arguments: keys) func `a key of another directory signs nothing here`(_ keyIssuer: String, _ isAccepted: Bool)
    { #expect(IssuerRule.externalID.acceptsKey(keyIssuer, Self.stated) == isAccepted) }

    @Test func `a customer has one id for every app and API`() {
        let claims = Claims(["tid": .string("t"), "oid": .string("o")])
        #expect(ProviderRules.externalID.callerID(claims, Self.stated, "s") == "t o")
    }
}
