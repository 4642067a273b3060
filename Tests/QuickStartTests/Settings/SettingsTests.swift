// SPDX-License-Identifier: Apache-2.0
import Fixtures
import QuickStart
import SignIn

@Suite struct SettingsTests {
    /// A valid file; tests replace single values.
    static let good: [String: any Sendable] = [
        "authority": "https://login.microsoftonline.com/common",
        "clientId": "5a434691-ccb2-4fd1-b97b-b64bcfbc03fc",
        "redirectUri": "http://localhost", "scopes": "openid offline_access User.Read.All",
        "graphAPI": "https://graph.microsoft.com/", "api-version": "v1.0", "secret": "",
        "taskAPI": "http://localhost:3000", "taskScopes": "api://tasks/Tasks.ReadWrite",
    ]

    static func read(
        _ values: [String: any Sendable], _ format: PropertyListSerialization.PropertyListFormat = .xml
    ) throws -> Settings {
        let data = try PropertyListSerialization.data(fromPropertyList: values, format: format, options: 0)
        return try Settings(propertyList: data, file: "settings.plist")
    }

    static func problems(_ changes: [String: (any Sendable)?]) throws -> [SettingsProblem] {
        var values = good
        for (key, value) in changes { values[key] = value }
        return try #require(#expect(throws: SettingsError.self) { try read(values) }).problems
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `reads a valid file`(_ format: PropertyListSerialization.PropertyListFormat) throws {
        let settings = try Self.read(Self.good, format)
        #expect((settings.form, settings.registration.name) == (.quickStart, "myGraphService"))
        #expect((settings.accountGroup, settings.unknownKeys) == (nil, []))
        #expect(settings.passwordReset == nil)
        #expect(
            settings.registration.issuer.absoluteString == "https://login.microsoftonline.com/common/v2.0")
        #expect(settings.registration.clientID == "5a434691-ccb2-4fd1-b97b-b64bcfbc03fc")
        #expect(!settings.registration.authentication.isConfidential)
        #expect(settings.registration.redirectURI.text == "http://localhost")
        #expect(settings.registration.scopes.text == "openid profile offline_access User.Read.All")
        #expect(settings.graph?.absoluteString == "https://graph.microsoft.com/v1.0")
        #expect(settings.tasks?.endpoint.absoluteString == "http://localhost:3000")
        #expect(settings.tasks?.scopes == ["api://tasks/Tasks.ReadWrite"])
    }

    @Test func `the file of the seed is read once its placeholders are replaced`() throws {
        var values = Self.good
        (values["taskAPI"], values["taskScopes"], values["secret"]) = (nil, nil, nil)
        values["redirectUri"] = "urn:ietf:wg:oauth:2.0:oob"
        values["resourceString"] = "https://graph.windows.net/"
        let settings = try Self.read(values)
        #expect((settings.tasks, settings.unknownKeys) == (nil, ["resourceString"]))
    }

    /// A value's text, and the ampersand's line in a file with the value on the third line.
    @Test(
        arguments: [
            ("https://a.example/?a=1&b=2", 3), ("a & b", 3), ("&", 3), ("&amp;&x;", 3), ("&amp", 3), ("a&#xZ;", 3),
            ("&amp;&lt;&gt;&quot;&apos;&#38;&#x26;", nil), ("plain", nil), ("<a>&b", 3),
        ] as [(String, Int?)])
    func `an ampersand by itself is named with its line`(_ value: String, _ line: Int?) throws {
        let text = "<plist version=\"1.0\">\n<dict><key>clientId</key>\n<string>\(value)</string>\n</dict></plist>"
        let error = #expect(throws: SettingsError.self) {
            try Settings(propertyList: Data(text.utf8), file: "settings.plist")
        }
        #expect(error.map { "\($0)".contains("has an unescaped &") } == (line != nil))
        let windows = #expect(throws: SettingsError.self) {
            try Settings(propertyList: Data(text.replacing("\n", with: "\r\n").utf8), file: "settings.plist")
        }
        #expect(windows.map { "\($0)" } == error.map { "\($0)" })
        if let line { #expect(error.map { "\($0)".contains("line \(line) ") && "\($0)".contains("&amp;") } == true) }
    }

    @Test func `the pages of the sign-in follow from the authority`() throws {
        let pages = try Self.read(Self.good).signInPages
        for (page, belongs) in [
            ("https://login.microsoftonline.com/common/oauth2/v2.0/authorize?client_id=x", true),
            ("https://login.microsoftonline.com/Common/login?x", true),
            ("https://login.microsoftonline.com/common/oauth2/nativeclient?code=1", false),
            ("http://login.microsoftonline.com/common/login", false), ("http://localhost/?code=1", false),
        ] { #expect(pages.contains(try #require(URL(string: page))) == belongs, "\(page)") }
    }

    static let needed = ["authority", "clientId", "redirectUri", "scopes", "graphAPI", "api-version"]

    @Test(arguments: needed + ["taskAPI", "taskScopes"])
    func `a key is missing, empty or no text`(_ key: String) throws {
        for (value, words) in [
            (nil, "is missing"), ("", "is empty"), (7, "<string>"), (["a"], "<string>"), (true, "<string>"),
        ]
            as [((any Sendable)?, String)]
        {
            let problems = try Self.problems([key: value])
            #expect((problems.map(\.key), problems.first?.message.contains(words)) == ([key], true))
            #expect(
                problems.first?.message.contains("such as") == true || key == "clientId", "there is a remedy")
        }
    }

    static let wrong: [(String, String)] = [
        ("authority", "login.microsoftonline.com/common"),
        ("authority", "http://login.microsoftonline.com/common"),
        ("authority", "https://login.microsoftonline.com"), ("authority", "https:///common"),
        ("authority", "<authority>"),
        ("clientId", "<your client id>"), ("clientId", " "), ("clientId", "a b"),
        ("redirectUri", "localhost"),
        ("redirectUri", "http://localhost/#f"), ("scopes", "  "), ("graphAPI", "graph.microsoft.com"),
        ("graphAPI", "http://graph.microsoft.com/"), ("graphAPI", "https://graph.microsoft.com/?a=b"),
        ("api-version", "v1.0/users"), ("api-version", ".."), ("api-version", "v1.0?x"),
        ("api-version", "v 1"), ("api-version", "-1"), ("api-version", "_"), ("api-version", "vé"),
        ("taskAPI", "http://tasks.example"), ("taskScopes", " "),
    ]

    @Test(arguments: wrong) func `a value has the wrong form`(_ key: String, _ value: String) throws {
        #expect(try Self.problems([key: value]).map(\.key) == [key])
    }

    @Test func `all problems are reported at once, with file, key, and remedy`() throws {
        let changes = Dictionary(uniqueKeysWithValues: Self.needed.map { ($0, nil as (any Sendable)?) })
        var values = Self.good
        for key in changes.keys { values[key] = nil }
        let broken = values
        let error = try #require(#expect(throws: SettingsError.self) { try Self.read(broken) })
        #expect(Set(error.problems.map(\.key)) == Set(Self.needed))
        let lines = "\(error)".split(separator: "\n")
        #expect(lines.first == "settings.plist has 6 problems:")
        #expect(
            lines.contains(
                "  authority: is missing; use an address such as https://login.microsoftonline.com/common"
            ))
    }

    @Test func `a secret that looks like a placeholder is in no message`() throws {
        let problems = try Self.problems(["secret": "Q7x<hunter2>"])
        #expect(problems.map(\.key) == ["secret"])
        #expect(problems.allSatisfy { !"\($0)".contains("hunter2") && "\($0)".contains("placeholder") })
    }

    @Test(.timeLimit(.minutes(1))) func `a file of tags that nobody closed costs no time`() {
        let content = Data(("<plist><dict>" + String(repeating: "<string>", count: 1 << 17)).utf8)
        let error = #expect(throws: SettingsError.self) { try Settings(propertyList: content, file: "settings.plist") }
        #expect(error?.problem?.isEmpty == false)
    }

    @Test func `a secret is in no message`() throws {
        let secret = "Q7x~hunter2"
        var values = Self.good
        values["secret"] = secret
        let settings = try Self.read(values)
        #expect(settings.registration.secret == secret)
        var texts = ["\(settings)", String(reflecting: settings)]
        values["clientId"] = nil
        let broken = values
        let error = #expect(throws: SettingsError.self) { try Self.read(broken) }
        texts += [error?.description ?? "", String(reflecting: error)]
        values["secret"] = [secret]
        let odd = values
        texts.append(String(reflecting: #expect(throws: SettingsError.self) { try Self.read(odd) }))
        #expect(texts.allSatisfy { !$0.contains("hunter2") })
    }
}
