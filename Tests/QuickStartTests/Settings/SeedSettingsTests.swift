// SPDX-License-Identifier: Apache-2.0
import Fixtures
import QuickStart
import SignIn

/// The settings of the tutorials, in all their languages.
@Suite struct SeedSettingsTests {
    /// The B2C tutorial's file, unedited.
    private static let b2c = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
            <key>accountIdentifier</key>
            <string>B2C_Acccount</string>
            <key>clientID</key>
            <string><client ID></string>
            <key>clientSecret</key>
            <string></string>
            <key>authURL</key>
            <string>https://login.microsoftonline.com/<tenant name>/oauth2/v2.0/authorize?p=<policy name></string>
            <key>loginURL</key>
            <string>https://login.microsoftonline.com/<tenant name>/login</string>
            <key>bhh</key>
            <string>urn:ietf:wg:oauth:2.0:oob</string>
            <key>tokenURL</key>
            <string>https://login.microsoftonline.com/<tenant name>/oauth2/v2.0/token?p=<policy name></string>
            <key>keychain</key>
            <string>com.microsoft.azureactivedirectory.samples.graph.QuickStart</string>
            <key>contentType</key>
            <string>application/x-www-form-urlencoded</string>
            <key>taskAPI</key>
            <string>https://aadb2cplayground.azurewebsites.net</string>
        </dict>
        </plist>
        """

    private static func read(_ text: String) throws -> Settings {
        try Settings(propertyList: Data(text.utf8), file: "settings.plist")
    }

    @Test func `the B2C file pasted unedited names every placeholder of every key`() throws {
        let error = try #require(#expect(throws: SettingsError.self) { try Self.read(Self.b2c) })
        #expect(error.problem == nil)
        let told = error.problems.map { "\($0.key): \($0.message.prefix { $0 != ";" })" }
        #expect(
            told.sorted() == [
                "authURL: the placeholder <policy name> was not replaced",
                "authURL: the placeholder <tenant name> was not replaced",
                "clientID: the placeholder <client ID> was not replaced",
                "loginURL: the placeholder <tenant name> was not replaced",
                "tokenURL: the placeholder <policy name> was not replaced",
                "tokenURL: the placeholder <tenant name> was not replaced",
            ])
    }

    @Test func `the placeholders are named as well where an editor escaped them`() throws {
        let escaped = Self.b2c.replacing(#/<(client ID|tenant name|policy name)>/#) { "&lt;\($0.1)&gt;" }
        let thrown = #expect(throws: SettingsError.self) { try Self.read(escaped) }
        #expect(try #require(thrown).problems.count == 6)
    }

    @Test func `the B2C file is read once its placeholders are replaced`() throws {
        let edited = Self.b2c.replacing("<client ID>", with: "90c0fe63-bcf2-44d5-8fb7-b8bbc0b29dc6")
            .replacing("<tenant name>", with: "kidventusb2c.onmicrosoft.com")
            .replacing("<policy name>", with: "b2c_1_susi")
        let settings = try Self.read(edited)
        #expect((settings.form, settings.registration.name) == (.b2c, "B2C_Acccount"))
        #expect(
            settings.registration.scopes.text == "openid offline_access 90c0fe63-bcf2-44d5-8fb7-b8bbc0b29dc6")
        #expect(settings.registration.redirectURI.text == "urn:ietf:wg:oauth:2.0:oob")
        #expect(settings.unknownKeys == [])
    }

    @Test func `text that is still no XML without placeholders is refused as a whole`() throws {
        let broken = Self.b2c.replacing("<client ID>", with: "c").replacing("<tenant name>", with: "d.example")
            .replacing("<policy name>", with: "b2c_1_susi").replacing("B2C_Acccount", with: "a<b")
        let thrown = #expect(throws: SettingsError.self) { try Self.read(broken) }
        #expect(try #require(thrown).problem?.hasPrefix("this is not a property list") == true)
    }

    /// Per language of the QuickStart tutorial: scopes, and the suffix of the redirect.
    private static let languages: [(language: String, scopes: String)] = [
        ("Spanish", "openid offline_access User.Read"), ("Russian", "openid offline_access User.Read"),
        ("Italian", "openid offline_access User.Read"), ("German", "offline_access User.ReadBasic.All"),
    ]

    @Test(arguments: languages)
    func `the values of the QuickStart tutorial are taken`(_ language: String, _ scopes: String) throws {
        var values = SettingsTests.good
        values["scopes"] = scopes
        values["redirectUri"] = "urn:ietf:wg:oauth:2.0:oob?code="
        values["keychain"] = "com.microsoft.azureactivedirectory.samples.graph.QuickStart"
        let settings = try SettingsTests.read(values)
        #expect(settings.form == .quickStart)
        #expect(settings.registration.scopes == ScopeSet(["openid", "profile"]).union(ScopeSet(text: scopes)))
        #expect(settings.registration.redirectURI.text == "urn:ietf:wg:oauth:2.0:oob")
        #expect(settings.accountGroup?.name == "com.microsoft.azureactivedirectory.samples.graph.QuickStart")
    }
}
