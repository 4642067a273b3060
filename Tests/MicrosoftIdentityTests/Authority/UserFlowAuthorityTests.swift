// SPDX-License-Identifier: Apache-2.0
import Fixtures
import MicrosoftIdentity

@Suite struct UserFlowAuthorityTests {
    static let base = "https://contoso.b2clogin.com"
    static let metadata = "v2.0/.well-known/openid-configuration"

    /// An address, its shape, and the metadata path.
    static let read: [(String, UserFlowAuthority.Shape, String)] = [
        ("/t.example/B2C_1_susi", .path, "/t.example/b2c_1_susi/\(metadata)"),
        ("/t.example/B2C_1_susi/", .path, "/t.example/b2c_1_susi/\(metadata)"),
        ("//t.example//B2C_1_SUSI", .path, "/t.example/b2c_1_susi/\(metadata)"),
        ("/T.Example/b2c_1_susi/v2.0", .path, "/t.example/b2c_1_susi/\(metadata)"),
        ("/t.example/b2c_1_susi/oauth2/v2.0/authorize", .path, "/t.example/b2c_1_susi/\(metadata)"),
        ("/t.example/b2c_1_susi/oauth2/v2.0/token", .path, "/t.example/b2c_1_susi/\(metadata)"),
        ("/t.example/b2c_1_susi/\(metadata)", .path, "/t.example/b2c_1_susi/\(metadata)"),
        ("/t.example/b2c_1a_own.flow-2", .path, "/t.example/b2c_1a_own.flow-2/\(metadata)"),
        ("/t.example?p=B2C_1_susi", .query, "/t.example/\(metadata)?p=b2c_1_susi"),
        ("//t.example/oauth2/v2.0/authorize?p=B2C_1_susi", .query, "/t.example/\(metadata)?p=b2c_1_susi"),
        ("/t.example/oauth2/v2.0/token?p=b2c_1_susi", .query, "/t.example/\(metadata)?p=b2c_1_susi"),
        ("/tfp/t.example/B2C_1_susi", .tfp, "/tfp/t.example/b2c_1_susi/\(metadata)"),
        ("//tfp/t.example/B2C_1_susi/oauth2/v2.0/token", .tfp, "/tfp/t.example/b2c_1_susi/\(metadata)"),
        ("/te/t.example/B2C_1_susi", .te, "/te/t.example/b2c_1_susi/\(metadata)"),
        ("/TE/t.example/B2C_1_susi/oauth2/v2.0/authorize", .te, "/te/t.example/b2c_1_susi/\(metadata)"),
    ]

    @Test(arguments: read)
    func `an address of a flow is read`(_ path: String, _ shape: UserFlowAuthority.Shape, _ metadata: String) throws {
        let authority = try #require(UserFlowAuthority("HTTPS://Contoso.B2CLogin.com" + path))
        #expect(authority.directory == "t.example")
        #expect(authority.userFlow.hasPrefix("b2c_1"))
        #expect((authority.shape, authority.metadataURL.absoluteString) == (shape, Self.base + metadata))
        #expect(UserFlowAuthority(authority.metadataURL.absoluteString) == authority)
        let issuer = try #require(UserFlowAuthority(authority.issuer.absoluteString))
        #expect((issuer.directory, issuer.userFlow) == (authority.directory, authority.userFlow))
    }

    @Test func `the port of loopback is kept`() {
        let authority = UserFlowAuthority("http://127.0.0.1:4400/t.example/B2C_1_susi")
        #expect(authority?.issuer.absoluteString == "http://127.0.0.1:4400/t.example/b2c_1_susi/v2.0/")
    }

    @Test(arguments: [
        "", "contoso.b2clogin.com/t.example/b2c_1_susi", "/t.example/b2c_1_susi", "https:///t.example/b2c_1_susi",
        "\(base)", "\(base)/t.example", "\(base)/b2c_1_susi", "\(base)?p=b2c_1_susi",
        "https://login.microsoftonline.com/common/v2.0", "\(base)/t.example/susi", "\(base)/t.example/b2c_1_",
        "\(base)/t.example/b2c_2_susi", "\(base)/t.example/b2c_1_susi/b2c_1_susi",
        "\(base)/t.example/b2c_1_susi/oauth2/v1.0/token", "\(base)/t.example/b2c_1_susi/oauth2/v2.0/token/x",
        "\(base)/t.example/b2c_1_susi?p=b2c_1_susi", "\(base)/t.example?p=b2c_1_susi&p=b2c_1_reset",
        "\(base)/t.example?p=b2c_1_susi&q=1", "\(base)/t.example?q=b2c_1_susi", "\(base)/t.example?p=",
        "\(base)/tfp/t.example?p=b2c_1_susi", "\(base)/tfp/t.example", "\(base)/te/b2c_1_susi",
        "\(base)/t.example/b2c_1_susi#x", "https://me@contoso.b2clogin.com/t.example/b2c_1_susi",
        "http://contoso.b2clogin.com/t.example/b2c_1_susi", "ftp://127.0.0.1/t.example/b2c_1_susi",
        "\(base)/t%2Fexample/b2c_1_susi", "\(base)/../b2c_1_susi", "\(base)/t.example/b2c_1_su%2Fsi",
        "\(base)/<tenant name>/oauth2/v2.0/authorize?p=<policy name>",
    ])
    func `anything else names no flow`(_ text: String) {
        #expect(UserFlowAuthority(text) == nil)
    }

    @Test func `another flow of the same directory is written alike`() throws {
        let authority = try #require(UserFlowAuthority("\(Self.base)/t.example?p=b2c_1_susi"))
        let reset = try #require(authority.switched(to: "B2C_1_reset"))
        #expect(reset.metadataURL.absoluteString == "\(Self.base)/t.example/\(Self.metadata)?p=b2c_1_reset")
        #expect(authority.switched(to: "../reset") == nil)
    }

    /// The naming rules as regular expressions, which every process would have to compile.
    @Test func `names have the characters of their rules alone`() throws {
        let authority = try #require(UserFlowAuthority("\(Self.base)/t.example/b2c_1_susi"))
        let odd = ["", "a", "A", "z9", "-", ".", "_", "a-b", "a.b", "a_b", "ä", "a\u{301}", "1", " ", "a b", "%", "/"]
        for part in odd {
            for prefix in ["", "b2c_1_", "b2c_1a_", "b2c_1", "b2c_1b_", "b2c_"] {
                let name = (prefix + part).lowercased()
                let isFlow = name.wholeMatch(of: #/b2c_1a?_[a-z0-9_.-]+/#.matchingSemantics(.unicodeScalar)) != nil
                #expect((authority.switched(to: name) != nil) == isFlow, "\(name)")
            }
            let isName = part.lowercased().wholeMatch(of: #/[a-z0-9]+/#) != nil
            #expect((UserFlowAuthority("b2c_1_susi", of: part) != nil) == isName, "\(part)")
        }
        for directory in ["-t", ".t", "_t", "t_t", "t-"] {
            let isDirectory = directory.wholeMatch(of: #/[a-z0-9][a-z0-9.-]*/#) != nil
            #expect((UserFlowAuthority("\(Self.base)/\(directory)/b2c_1_susi") != nil) == isDirectory, "\(directory)")
        }
    }
}
