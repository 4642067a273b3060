// SPDX-License-Identifier: Apache-2.0
import Fixtures
import MicrosoftIdentity

@Suite struct EntraIssuerTests {
    static let host = "https://login.microsoftonline.com"
    static let guid = "72f988bf-86f1-41af-91ab-2d7cd011db47"
    static let consumers = "9188040d-6c67-4c5b-b112-36a304b66dad"

    static func issuer(_ audience: String) -> String { "\(host)/\(audience)/v2.0" }
    static let template = issuer("{tenantid}")

    /// Requested issuer, stated issuer, and whether they match.
    static let metadata: [(String, String, Bool)] = [
        (issuer("common"), template, true),
        (issuer("organizations"), template, true),
        (issuer("COMMON"), template, true),
        (issuer("consumers"), issuer(consumers), true),
        (issuer(guid), issuer(guid), true),
        (issuer(guid.uppercased()), issuer(guid), true),
        (issuer("contoso.onmicrosoft.com"), issuer(guid), true),
        (issuer("common"), issuer(guid), false),
        (issuer("common"), issuer("common"), false),
        (issuer("organizations"), issuer(consumers), false),
        (issuer("consumers"), issuer(guid), false),
        (issuer("consumers"), template, false),
        (issuer(guid), template, false),
        (issuer(guid), issuer(consumers), false),
        (issuer("contoso.onmicrosoft.com"), template, false),
        (issuer("contoso.onmicrosoft.com"), issuer("contoso.onmicrosoft.com"), false),
        ("https://login.windows.net/common/v2.0", template, true),
        ("https://sts.windows.net/\(guid)/v2.0", issuer(guid), true),
        ("https://login.usgovcloudapi.net/common/v2.0", "https://login.microsoftonline.us/{tenantid}/v2.0", true),
        ("https://login.windows.net/common/v2.0", "https://login.microsoft.com/{tenantid}/v2.0", false),
        (issuer("common"), "https://login.windows.net/{tenantid}/v2.0", false),
        ("http://login.windows.net/common/v2.0", template, false),
        ("https://login.windows.net:444/common/v2.0", template, false),
        ("https://login.usgovcloudapi.net/common/v2.0", template, false),
        (issuer(guid), "https://login.partner.microsoftonline.cn/\(guid)/v2.0", false),
        (issuer("common"), "https://login.microsoftonline.us/{tenantid}/v2.0", false),
        (issuer("common"), "http://login.microsoftonline.com/{tenantid}/v2.0", false),
        (issuer("common"), "https://login.microsoftonline.com:444/{tenantid}/v2.0", false),
        (issuer("common"), template + "/", false),
        (issuer("common"), "\(host)/{tenantid}", false),
        (issuer("common"), "\(host)/x/{tenantid}/v2.0", false),
        (issuer("common"), "https://evil.example/{tenantid}/v2.0", false),
        (issuer("common"), "", false),
    ]

    @Test(arguments: metadata)
    func `metadata answers or does not`(_ asked: String, _ stated: String, _ isAnswer: Bool) throws {
        #expect(IssuerRule.entra.acceptsMetadata(stated, try #require(URL(string: asked))) == isAnswer)
    }

    /// The metadata's issuer, `iss`, `tid`, and whether the token is the provider's.
    static let tokens: [(String, String, JSONValue?, Bool)] = [
        (template, issuer(guid), .string(guid), true),
        (issuer(guid), issuer(guid), .string(guid), true),
        (issuer(guid), issuer(guid), nil, true),
        (issuer(consumers), issuer(consumers), .string(consumers), true),
        (template, issuer(guid), .string(consumers), false),
        (template, issuer(guid), nil, false),
        (template, template, nil, false),
        (template, template, .string("{tenantid}"), false),
        (template, issuer("common"), .string("common"), false),
        (template, issuer(guid), .string(guid.uppercased()), false),
        (template, issuer(guid), .string(guid + " "), false),
        (template, issuer(guid), .string(""), false),
        (template, issuer(guid), .array([.string(guid)]), false),
        (template, issuer(guid), .null, false),
        (issuer(guid), issuer(guid), .null, false),
        (template, issuer(guid) + "/", .string(guid), false),
        (template, issuer(guid) + "/x", .string(guid), false),
        (template, "x" + issuer(guid), .string(guid), false),
        (template, "https://login.microsoftonline.com.evil.example/\(guid)/v2.0", .string(guid), false),
        (template, "https://evil.example/\(host)/\(guid)/v2.0", .string(guid), false),
        (template, "https://login.microsoftonline.us/\(guid)/v2.0", .string(guid), false),
        (template, "https://sts.windows.net/\(guid)/", .string(guid), false),
        (issuer(guid), issuer(consumers), .string(consumers), false),
        (issuer(guid), issuer(consumers), .string(guid), false),
        (issuer(guid), issuer(guid), .string(consumers), false),
    ]

    @Test(arguments: tokens)
    func `a token is the provider's or not`(stated: String, issuer: String, tid: JSONValue?, isAccepted: Bool) throws {
        let claims = Claims(tid.map { ["tid": $0] } ?? [:])
        let asked = try #require(URL(string: Self.issuer("common")))
        #expect(IssuerRule.entra.acceptsToken(issuer, claims, stated, asked) == isAccepted)
    }

    /// Requested issuer, stated issuer, the person's directory, and whether that person is admitted.
    static let people: [(String, String, String, Bool)] = [
        ("common", template, guid, true), ("common", template, consumers, true),
        ("organizations", template, guid, true), ("organizations", template, consumers, false),
        ("Organizations", template, consumers, false), ("organizations", template, consumers.uppercased(), false),
        ("consumers", issuer(consumers), consumers, true), ("consumers", issuer(consumers), guid, false),
        (guid, issuer(guid), guid, true), (guid, issuer(guid), consumers, false),
        ("contoso.onmicrosoft.com", issuer(guid), guid, true),
        ("contoso.onmicrosoft.com", issuer(guid), consumers, false),
    ]

    @Test(arguments: people) func `the authority decides on admitted directories`(
        asked: String, stated: String, directory: String, isAccepted: Bool
    ) throws {
        let claims = Claims(["tid": .string(directory)])
        let address = try #require(URL(string: Self.issuer(asked)))
        #expect(
            IssuerRule.entra.acceptsToken(Self.issuer(directory), claims, stated, address) == isAccepted)
    }

    /// The key's issuer, `iss`, and whether the key may have signed it.
    static let keys: [(String, String, Bool)] = [
        (template, issuer(guid), true), (template, issuer(consumers), true), (issuer(guid), issuer(guid), true),
        (issuer(consumers), issuer(consumers), true), (issuer(consumers), issuer(guid), false),
        (issuer(guid), issuer(consumers), false), (issuer("common"), issuer(guid), false),
        (template + "/", issuer(guid), false), (template, issuer(guid) + "/", false), ("", issuer(guid), false),
        ("https://login.microsoftonline.us/{tenantid}/v2.0", issuer(guid), false),
        ("https://sts.windows.net/{tenantid}/", issuer(guid), false), ("{tenantid}", issuer(guid), false),
        (template, "", false), (issuer(guid.uppercased()), issuer(guid), false),
    ]

    @Test(arguments: keys) func `a key signs only for its issuer`(keyIssuer: String, issuer: String, isAccepted: Bool) {
        #expect(IssuerRule.entra.acceptsKey(keyIssuer, issuer) == isAccepted)
        #expect(IssuerRule.exact.acceptsKey(keyIssuer, issuer), "the standard knows no issuers of keys")
    }

    /// The app's directories, the token's, and whether the person is admitted.
    static let admitted: [([String], String, Bool)] = [
        ([guid], guid, true), ([guid.uppercased()], guid, true), ([guid, consumers], consumers, true),
        ([guid], consumers, false), ([], guid, false), ([consumers], guid, false),
    ]

    @Test(arguments: admitted)
    func `an app admits the directories that it names`(admitted: [String], directory: String, isAdmitted: Bool) throws {
        let authority = Authority.entra(
            .common, in: .public, admitting: Set(admitted.compactMap(DirectoryID.init(rawValue:))))
        for claims in [
            ["iss": JSONValue.string(Self.issuer(directory)), "tid": .string(directory)],
            ["iss": .string(Self.issuer(directory))],
        ] {
            #expect(check(authority, Claims(claims))?.code == (isAdmitted ? nil : .directoryNotAdmitted))
        }
        #expect(check(.entra(.common, in: .public), Claims(["iss": .string(Self.issuer(directory))])) == nil)
    }

    @Test(
        arguments: [[:], ["iss": .string("")], ["iss": .array([.string(issuer(guid))])], ["tid": .string(guid)]]
            as [[String: JSONValue]])
    func `a token that names no directory is not let in`(_ claims: [String: JSONValue]) throws {
        let authority = Authority.entra(
            .common, in: .public, admitting: [try #require(DirectoryID(rawValue: Self.guid))])
        #expect(check(authority, Claims(claims))?.code == .directoryNotAdmitted)
    }

    private func check(_ authority: Authority, _ claims: Claims) -> Refusal? {
        do {
            try authority.rules.checkToken(claims, authority.issuer)
            return nil
        } catch {
            return error
        }
    }
}

@Suite struct CallerIDTests {
    private func callerID(_ claims: [String: JSONValue], subject: String = "s") -> String {
        ProviderRules.entra.callerID(Claims(claims), "https://login.example/t/v2.0", subject)
    }

    @Test func `a person keeps the id when another app calls`() {
        let claims: [String: JSONValue] = ["tid": .string("t"), "oid": .string("o")]
        #expect(callerID(claims, subject: "at one app") == callerID(claims, subject: "at another"))
        #expect(callerID(claims) == "t o")
    }

    @Test func `without a directory the subject is used`() {
        #expect(callerID(["oid": .string("o")]) == "https://login.example/t/v2.0 s")
        #expect(callerID([:], subject: "o") == "https://login.example/t/v2.0 o")
    }
}
