// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages
import QuickStart
import SignInProvider

@Suite struct SettingsFileTests {
    @Test(arguments: [
        "", "hello", #"{"authority":"x"}"#, "<html><body>Not found</body></html>",
        "<plist version=\"1.0\"><dict>",
        "<?xml version=\"1.0\"?><plist version=\"1.0\"><array/></plist>", "bplist00", "\u{0}\u{1}",
    ])
    func `rejects a file that is not a property list`(_ content: String) throws {
        let thrown = #expect(throws: SettingsError.self) {
            try Settings(propertyList: Data(content.utf8), file: "a.plist")
        }
        let error = try #require(thrown)
        #expect(error.problem != nil)
        #expect(error.problems.isEmpty)
        #expect("\(error)".hasPrefix("a.plist: "))
    }

    @Test func `a file that is not there is named`() throws {
        let file = URL(filePath: "/nonexistent/settings.plist")
        let error = try #require(#expect(throws: SettingsError.self) { try Settings(contentsOf: file) })
        #expect("\(error)".hasPrefix("/nonexistent/settings.plist: the file cannot be read"))
    }

    @Test func `what is written is read`() throws {
        let file = SettingsFile(
            authority: "http://127.0.0.1:4400/common", clientID: "c&<1>".filter { $0 != "<" && $0 != ">" },
            redirectURI: "http://localhost", scopes: "User.Read", graphAPI: "http://127.0.0.1:4400",
            taskAPI: "http://127.0.0.1:3000", taskScopes: "api://tasks/a b")
        let place = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).plist")
        defer { try? FileManager.default.removeItem(at: place) }
        try file.propertyList().write(to: place)
        let settings = try Settings(contentsOf: place)
        #expect(settings.registration.issuer.absoluteString == "http://127.0.0.1:4400/common/v2.0")
        #expect(settings.registration.clientID == "c&1")
        #expect(settings.graph?.absoluteString == "http://127.0.0.1:4400/v1.0")
        #expect(settings.tasks?.scopes == ["api://tasks/a", "b"])
        #expect(try String(decoding: file.propertyList().prefix(5), as: UTF8.self) == "<?xml")
    }

    @Test func `reads settings in the B2C format`() throws {
        let file = SettingsFile(
            accountIdentifier: "B2C_Account", clientID: "c", directory: "http://127.0.0.1:4400/d.example",
            policy: "B2C_1_susi", redirectURI: "http://localhost", keychain: "com.example.group",
            taskAPI: "http://127.0.0.1:3000")
        let settings = try Settings(propertyList: try file.propertyList(), file: "b2c.plist")
        #expect((settings.form, settings.unknownKeys) == (.b2c, []))
        #expect(
            settings.registration.metadataURL?.absoluteString
                == "http://127.0.0.1:4400/d.example/v2.0/.well-known/openid-configuration?p=b2c_1_susi")
        #expect(settings.passwordReset?.metadataURL?.query() == "p=b2c_1_reset")
        #expect(settings.tasks?.scopes == ["c"])
    }
}
