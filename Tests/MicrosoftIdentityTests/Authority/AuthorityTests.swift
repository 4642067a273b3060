// SPDX-License-Identifier: Apache-2.0
import Fixtures
import MicrosoftIdentity

@Suite struct AuthorityTests {
    static let id = "72f988bf-86f1-41af-91ab-2d7cd011db47"
    static let host = "https://login.microsoftonline.com"
    static let customers = "https://contoso.ciamlogin.com"
    static let discovery = ".well-known/openid-configuration"

    /// The pasted text, and the issuer.
    static let entra: [(String, String)] = [
        ("\(host)/common", "\(host)/common/v2.0"), ("\(host)/common/", "\(host)/common/v2.0"),
        ("\(host)/common/v2.0", "\(host)/common/v2.0"), ("\(host)/common/v2.0/", "\(host)/common/v2.0"),
        ("\(host)//common//v2.0", "\(host)/common/v2.0"), (" \(host)/common\n", "\(host)/common/v2.0"),
        ("HTTPS://Login.MicrosoftOnline.com/Common", "\(host)/common/v2.0"),
        ("\(host)/common?", "\(host)/common/v2.0"),
        ("\(host)/organizations/oauth2/v2.0/authorize", "\(host)/organizations/v2.0"),
        ("\(host)/organizations/oauth2/v2.0/token", "\(host)/organizations/v2.0"),
        ("\(host)/consumers/oauth2/v2.0/devicecode", "\(host)/consumers/v2.0"),
        ("\(host)/consumers/discovery/v2.0/keys", "\(host)/consumers/v2.0"),
        ("\(host)/\(id.uppercased())/v2.0/\(discovery)", "\(host)/\(id)/v2.0"),
        ("\(host)/Contoso.onmicrosoft.com", "\(host)/contoso.onmicrosoft.com/v2.0"),
        ("https://login.windows.net/common", "\(host)/common/v2.0"),
        ("https://login.microsoft.com/\(id)", "\(host)/\(id)/v2.0"),
        ("https://login.microsoftonline.us/organizations", "https://login.microsoftonline.us/organizations/v2.0"),
        ("https://login.usgovcloudapi.net/common", "https://login.microsoftonline.us/common/v2.0"),
        ("https://login.chinacloudapi.cn/common", "https://login.partner.microsoftonline.cn/common/v2.0"),
        ("https://login.sovcloud-identity.fr/\(id)", "https://login.sovcloud-identity.fr/\(id)/v2.0"),
        ("https://tenant.example/common", "https://tenant.example/common/v2.0"),
        ("http://127.0.0.1:4400/common", "http://127.0.0.1:4400/common/v2.0"),
        ("http://localhost:4400/\(id)", "http://localhost:4400/\(id)/v2.0"),
        ("http://[::1]:4400/common", "http://[::1]:4400/common/v2.0"),
    ]

    @Test(arguments: entra) func `an address of Entra ID is read`(_ text: String, _ issuer: String) throws {
        let authority = try Authority(text)
        guard case .entra = authority else {
            Issue.record("\(authority)")
            return
        }
        #expect(authority.issuer.absoluteString == issuer)
        #expect(authority.metadataURL == nil && authority.rules.sendsScopesToTokenEndpoint)
        #expect(try Authority(issuer) == authority, "the issuer names the same authority")
    }

    static let externalID: [(String, String)] = [
        (customers, "\(customers)/contoso.onmicrosoft.com/v2.0"),
        ("\(customers)/", "\(customers)/contoso.onmicrosoft.com/v2.0"),
        ("\(customers)/contoso.onmicrosoft.com", "\(customers)/contoso.onmicrosoft.com/v2.0"),
        ("\(customers)/\(id.uppercased())/v2.0/", "\(customers)/\(id)/v2.0"),
        ("\(customers)/\(id)/oauth2/v2.0/authorize", "\(customers)/\(id)/v2.0"),
        ("\(customers)/\(id)/v2.0/\(discovery)", "\(customers)/\(id)/v2.0"),
        ("https://\(id).ciamlogin.com/\(id)/v2.0", "https://\(id).ciamlogin.com/\(id)/v2.0"),
        ("https://\(id).ciamlogin.com", "https://\(id).ciamlogin.com/\(id)/v2.0"),
        ("https://login.contoso.com/\(id)", "https://login.contoso.com/\(id)/v2.0"),
        (
            "https://login.contoso.com/contoso.onmicrosoft.com/v2.0",
            "https://login.contoso.com/contoso.onmicrosoft.com/v2.0"
        ),
    ]

    @Test(arguments: externalID) func `an address of External ID is read`(_ text: String, _ issuer: String) throws {
        let authority = try Authority(text)
        guard case .externalID = authority else {
            Issue.record("\(authority)")
            return
        }
        #expect(authority.issuer.absoluteString == issuer)
        #expect(authority.metadataURL == nil && authority.rules.sendsScopesToTokenEndpoint)
    }

    @Test(arguments: UserFlowAuthorityTests.read)
    func `reads user flow addresses`(path: String, shape: UserFlowAuthority.Shape, metadata: String) throws {
        for host in [UserFlowAuthorityTests.base, Self.host, "https://login.contoso.com", "http://localhost:4400"] {
            let authority = try Authority(host + path)
            guard case .userFlow(let flow) = authority else {
                Issue.record("\(authority)")
                return
            }
            #expect(flow.shape == shape && authority.rules.sendsScopesToTokenEndpoint)
            #expect(authority.metadataURL?.absoluteString == host + metadata)
        }
    }

    /// An invalid authority, and a word of the error.
    static let refused: [(String, String)] = [
        ("https://\(String(repeating: "a", count: 64)).local/common", "malformed part"),
        ("", "not a URL"), ("common", "not a URL"), ("/common", "not a URL"), ("https:///common", "no host"),
        ("login.microsoftonline.com/common", "not a URL"), ("ftp://login.example/common", "not a URL"),
        ("https://login.microsoftonline.com%40evil.example/common", "a character other than"),
        ("https://evil.example%2Flogin.microsoftonline.com/common", "a character other than"),
        ("https://login.%6dicrosoftonline.com/common", "a character other than"),
        ("https://login.micro\u{FEFF}softonline.com/common", "not a URL"),
        ("https://\u{FF4C}ogin.microsoftonline.com/common", "not a URL"),
        ("https://login.m\u{131}crosoftonline.com/common", "not a URL"),
        ("https://me@login.example/common", "user name"), ("\(host)/common#v2.0", "#"),
        ("http://login.microsoftonline.com/common", "https://"), ("http://login.contoso.com/\(id)", "https://"),
        ("https://sts.windows.net/\(id)/", "version 1 address; use \(host)/\(id)"),
        ("https://sts.windows.net/", "version 1 address; use \(host)/common"),
        ("\(host)/common/oauth2/authorize", "version 1 address; use \(host)/common"),
        ("\(host)/\(id)/\(discovery)", "version 1 address; use \(host)/\(id)"),
        ("\(host)/common?client_id=x", "must not have a query"),
        ("\(host)/common/oauth2/v2.0/authorize?p=susi", "must not have a query"),
        (host, "an audience"), ("\(host)/", "an audience"), ("\(host)/v2.0/common", "an audience"),
        ("\(host)/common/v1.0", "an audience"), ("\(host)/a%2Fb", "an audience"), ("\(host)/contoso", "an audience"),
        ("\(host)/..", "an audience"), ("http://localhost:4400", "an audience"),
        ("https://contoso.b2clogin.com/contoso.onmicrosoft.com", "no user flow"),
        ("https://contoso.b2clogin.com/contoso.onmicrosoft.com/v2.0", "no user flow"),
        ("\(customers)/contoso.onmicrosoft.com/b2c_1_susi", "addresses do not have"),
        ("\(customers)/common", "one directory"), ("https://.ciamlogin.com/\(id)", "malformed part"),
        ("https://a.b.ciamlogin.com/\(id)", "one directory"), ("\(customers)/\(id)/v1.0", "one directory"),
        ("https://\(id).ciamlogin.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0", "one directory"),
    ]

    @Test func `a host has at most 253 characters`() throws {
        let label = String(repeating: "a", count: 63)
        let host = "\(label).\(label).\(label).\(label.dropLast(6)).com"
        #expect(host.utf8.count == 253)
        #expect(try Authority("https://\(host)/common").issuer.host() == host)
        let refusal = #expect(throws: Refusal.self) { try Authority("https://a.\(host)/common") }
        #expect(refusal?.message.contains("253 characters") == true)
    }

    @Test(arguments: refused) func `anything else is refused with a sentence`(_ text: String, _ words: String) {
        let refusal = #expect(throws: Refusal.self) { try Authority(text) }
        #expect(refusal?.code == .registrationMalformed)
        #expect(refusal?.message.contains(words) == true, "\(refusal?.message ?? "")")
    }

    @Test func `an authority can be named by its parts`() throws {
        let directory = try #require(DirectoryID(rawValue: Self.id.uppercased()))
        #expect(Authority.entra(.organizations, in: .public) == (try Authority("\(Self.host)/organizations")))
        #expect(
            Authority.entra(.directory(directory), in: .china)
                == (try Authority("https://login.chinacloudapi.cn/\(Self.id)")))
        #expect(Authority.externalID("Contoso") == (try Authority(Self.customers)))
        #expect(
            Authority.userFlow("B2C_1_susi", of: "Contoso")
                == (try Authority("https://contoso.b2clogin.com/contoso.onmicrosoft.com/b2c_1_susi")))
        let own = try #require(ExternalIDAuthority(directory, at: "Login.Contoso.com"))
        #expect(Authority.externalID(own) == (try Authority("https://login.contoso.com/\(Self.id)")))
    }

    @Test(arguments: ["", "a.b", "a/b", "common#", "a b", "-a", "é"]) func `invalid names are refused`(name: String) {
        #expect(Authority.externalID(name) == nil)
        #expect(Authority.userFlow("b2c_1_susi", of: name) == nil)
        #expect(Authority.userFlow(name, of: "contoso") == nil)
        #expect(DirectoryID(rawValue: name) == nil)
        #expect(name == "a.b" || EntraAudience(name) == nil)
    }

    @Test(arguments: [
        (id, true), (id.uppercased(), true), (String(id.dropLast()), false), (id + "0", false),
        (id.replacing("-", with: "0"), false), ("-\(id.dropFirst())", false), ("\(id.dropLast())g", false),
        ("\(id.dropLast()) ", false), ("\(id.dropLast())é", false),
    ]) func `the id of a directory is 32 hexadecimal digits in five groups`(_ text: String, _ isID: Bool) {
        #expect(DirectoryID(rawValue: text)?.rawValue == (isID ? Self.id : nil))
    }

    @Test func `a registration takes issuer, metadata and rules from it`() throws {
        let work = try ClientRegistration(
            name: "work", authority: "\(Self.host)/common/", clientID: "app", redirectURI: "http://localhost",
            scopes: [])
        #expect(work.issuer.absoluteString == "\(Self.host)/common/v2.0")
        #expect(work.scopes == ["openid", "profile"])
        let customers = try ClientRegistration(
            name: "shop", authority: Self.customers, clientID: "app", redirectURI: "http://localhost", scopes: ["a"])
        #expect(customers.scopes == ["openid", "profile", "a"])
        let flow = try ClientRegistration(
            name: "B2C_Account",
            authority: "\(UserFlowAuthorityTests.base)//t.example/oauth2/v2.0/authorize?p=B2C_1_susi",
            clientID: "app", redirectURI: "urn:ietf:wg:oauth:2.0:oob", scopes: ["app"])
        #expect(flow.issuer.absoluteString == "\(UserFlowAuthorityTests.base)/t.example/b2c_1_susi/v2.0/")
        #expect((flow.metadataURL?.query(), flow.scopes) == ("p=b2c_1_susi", ["openid", "app"]))
    }

    @Test(arguments: [("nowhere", "http://localhost"), ("\(host)/common", "#")])
    func `a registration that names no address is refused`(_ authority: String, _ redirect: String) {
        let refusal = #expect(throws: Refusal.self) {
            try ClientRegistration(
                name: "n", authority: authority, clientID: "app", redirectURI: redirect, scopes: [])
        }
        #expect(refusal?.code == .registrationMalformed)
    }
}

@Suite struct CloudTests {
    @Test func `no host belongs to two clouds`() {
        let hosts = Cloud.all.flatMap { [$0.host] + $0.aliases }
        #expect(Set(hosts).count == hosts.count)
        #expect(hosts.allSatisfy { $0 == $0.lowercased() })
    }

    @Test(arguments: Cloud.all) func `every name of a cloud finds it`(_ cloud: Cloud) {
        for host in [cloud.host] + cloud.aliases { #expect(Cloud(host: host.uppercased()) == cloud) }
    }

    @Test(arguments: ["", "microsoftonline.com", "login.microsoftonline.com.evil.example", "login.contoso.com"])
    func `another host is of none`(_ host: String) {
        #expect(Cloud(host: host) == nil)
    }

    @Test func `the directory of personal accounts has its name`() {
        #expect(DirectoryID.personalAccounts.rawValue == "9188040d-6c67-4c5b-b112-36a304b66dad")
    }
}
