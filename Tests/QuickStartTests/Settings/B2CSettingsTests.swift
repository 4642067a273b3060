// SPDX-License-Identifier: Apache-2.0
import Fixtures
import QuickStart
import SignIn

@Suite struct B2CSettingsTests {
    private static let directory = "https://login.microsoftonline.com/fabrikamb2c.onmicrosoft.com"
    private static let clientID = "90c0fe63-bcf2-44d5-8fb7-b8bbc0b29dc6"

    /// A valid file; tests replace single values.
    private static let good: [String: any Sendable] = [
        "accountIdentifier": "B2C_Account", "clientID": clientID, "clientSecret": "",
        "authURL": "\(directory)/oauth2/v2.0/authorize?p=b2c_1_susi",
        "tokenURL": "\(directory)/oauth2/v2.0/token?p=b2c_1_susi", "loginURL": "\(directory)/login",
        "bhh": "urn:ietf:wg:oauth:2.0:oob", "keychain": "com.example.group",
        "contentType": "application/x-www-form-urlencoded", "taskAPI": "http://localhost:3000",
    ]

    private static func read(_ changes: [String: (any Sendable)?] = [:]) throws -> Settings {
        var values = good
        for (key, value) in changes { values[key] = value }
        return try SettingsTests.read(values)
    }

    private static func problems(_ changes: [String: (any Sendable)?]) throws -> [SettingsProblem] {
        try #require(#expect(throws: SettingsError.self) { try read(changes) }).problems
    }

    @Test func `reads a valid file`() throws {
        let settings = try Self.read()
        #expect((settings.form, settings.graph, settings.unknownKeys) == (.b2c, nil, []))
        #expect(settings.tasks?.endpoint.absoluteString == "http://localhost:3000")
        #expect((settings.tasks?.scopes, settings.registration.clientID) == ([Self.clientID], Self.clientID))
        #expect(!settings.registration.authentication.isConfidential)
    }

    @Test func `the metadata address follows from the addresses`() throws {
        let settings = try Self.read()
        #expect(
            settings.registration.metadataURL?.absoluteString
                == "\(Self.directory)/v2.0/.well-known/openid-configuration?p=b2c_1_susi")
    }

    @Test func `accountIdentifier names the accounts`() throws {
        #expect(try Self.read(["accountIdentifier": "customers"]).registration.name == "customers")
    }

    @Test func `clientSecret makes a confidential client`() throws {
        #expect(try Self.read(["clientSecret": "s3cret"]).registration.secret == "s3cret")
    }

    @Test(arguments: ["urn:ietf:wg:oauth:2.0:oob", "urn:ietf:wg:oauth:2.0:oob?code="])
    func `bhh is the redirect URI`(_ bhh: String) throws {
        #expect(try Self.read(["bhh": bhh]).registration.redirectURI.text == "urn:ietf:wg:oauth:2.0:oob")
    }

    @Test func `keychain is the group of programs with one sign-in`() throws {
        #expect(try Self.read().accountGroup == AccountGroup("com.example.group"))
        #expect(try Self.read(["keychain": ""]).accountGroup == nil)
    }

    @Test func `loginURL adds pages to the sign-in`() throws {
        let pages = try Self.read(["loginURL": "\(Self.directory)/own/entry"]).signInPages
        for (page, belongs) in [
            ("\(Self.directory)/own/entry", true), ("\(Self.directory)//OWN/entry/more?x=y", true),
            ("\(Self.directory)/oauth2/v2.0/authorize?p=b2c_1_susi&state=1", true), ("\(Self.directory)/login", true),
            ("\(Self.directory)/own", false), ("\(Self.directory)/own/entrys", false),
            ("https://login.microsoftonline.com.example/fabrikamb2c.onmicrosoft.com/login", false),
            ("https://login.microsoftonline.com/other/login", false), ("urn:ietf:wg:oauth:2.0:oob?code=1", false),
            ("\(Self.directory)/login/../../other", false),
        ] { #expect(pages.contains(try #require(URL(string: page))) == belongs, "\(page)") }
    }

    @Test(
        arguments: [
            (nil, "b2c_1_reset"), ("B2C_1_NewPassword", "b2c_1_newpassword"), ("", nil),
        ] as [(String?, String?)])
    func `resetPolicy is the flow that sets a new password`(_ policy: String?, _ flow: String?) throws {
        let changes: [String: (any Sendable)?] = policy.map { ["resetPolicy": $0] } ?? [:]
        #expect(try Self.read(changes).passwordReset?.metadataURL?.query() == flow.map { "p=\($0)" })
    }

    @Test func `taskScopes name the permissions of an API with its own registration`() throws {
        let settings = try Self.read(["taskScopes": "https://x.onmicrosoft.com/tasks/Tasks.ReadWrite"])
        #expect(settings.tasks?.scopes == ["https://x.onmicrosoft.com/tasks/Tasks.ReadWrite"])
        #expect(
            settings.registration.scopes.text
                == "openid offline_access https://x.onmicrosoft.com/tasks/Tasks.ReadWrite")
    }

    /// The portal's address for "Run user flow".
    @Test(arguments: [("authURL", "authorize"), ("tokenURL", "token")])
    func `the address of a test run is shortened in the remedy`(_ key: String, _ endpoint: String) throws {
        let address = "\(Self.directory)/oauth2/v2.0/\(endpoint)?p=b2c_1_susi"
        let run =
            "&client_id=7b&nonce=defaultNonce&redirect_uri=https%3A%2F%2Fjwt.ms&scope=openid&response_type=id_token"
        let problems = try Self.problems([key: address + run])
        #expect(problems.map(\.key) == [key])
        #expect(problems.first?.message.contains("use \(address) only") == true, "\(problems)")
        #expect(throws: Never.self) { try Self.read([key: address]) }
        let other = try Self.problems([key: "\(Self.directory)/other?p=b2c_1_susi&client_id=7b"])
        #expect(other.first?.message.contains("such as") == true)
    }

    @Test(arguments: ["accountIdentifier", "clientID", "authURL", "tokenURL", "bhh"])
    func `a key that is needed is missing, empty or no text`(_ key: String) throws {
        for (value, words) in [(nil, "is missing"), ("", "is empty"), (7, "<string>")] as [((any Sendable)?, String)] {
            let problems = try Self.problems([key: value])
            #expect((problems.map(\.key), problems.first?.message.contains(words)) == ([key], true))
        }
    }

    @Test(arguments: ["clientSecret", "loginURL", "keychain", "contentType", "taskAPI"])
    func `the other keys may be missing`(_ key: String) throws {
        #expect(try Self.read([key: nil]).form == .b2c)
    }

    private static let wrong: [(String, String)] = [
        ("accountIdentifier", "two words"), ("clientID", "a b"), ("clientID", "<client ID>"),
        ("clientSecret", "<secret>"), ("authURL", "login.microsoftonline.com/x/oauth2/v2.0/authorize?p=b2c_1_a"),
        ("authURL", "\(directory)/oauth2/v2.0/authorize"), ("authURL", "\(directory)/oauth2/v2.0/token?p=b2c_1_susi"),
        ("authURL", "http://login.microsoftonline.com/x/oauth2/v2.0/authorize?p=b2c_1_susi"),
        ("tokenURL", "\(directory)/oauth2/v2.0/authorize?p=b2c_1_susi"),
        ("tokenURL", "\(directory)/oauth2/v2.0/token?p=b2c_1_other"),
        ("tokenURL", "https://login.microsoftonline.com/other/oauth2/v2.0/token?p=b2c_1_susi"),
        ("tokenURL", "https://elsewhere.example/fabrikamb2c.onmicrosoft.com/oauth2/v2.0/token?p=b2c_1_susi"),
        ("loginURL", "https://elsewhere.example/fabrikamb2c.onmicrosoft.com/login"),
        ("loginURL", "https://login.microsoftonline.com/other/login"), ("loginURL", "\(directory)/../other/login"),
        ("bhh", "localhost"), ("keychain", "two words"), ("contentType", "multipart/form-data"),
        ("contentType", "application/json"), ("taskAPI", "http://tasks.example"), ("taskScopes", " "),
        ("resetPolicy", "reset"), ("resetPolicy", "../x"),
    ]

    @Test(arguments: wrong) func `a value has the wrong form`(_ key: String, _ value: String) throws {
        #expect(try Self.problems([key: value]).map(\.key) == [key])
    }

    @Test func `contentType is refused with the reason`() throws {
        let message = try Self.problems(["contentType": "multipart/form-data"]).first?.message
        #expect(message?.contains("token requests are always sent as a form") == true)
    }

    @Test func `all problems are reported at once`() throws {
        let problems = try Self.problems(["clientID": nil, "bhh": "x", "contentType": "text/plain", "keychain": 1])
        #expect(Set(problems.map(\.key)) == ["clientID", "bhh", "contentType", "keychain"])
    }
}
