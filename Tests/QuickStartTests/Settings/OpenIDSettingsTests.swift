// SPDX-License-Identifier: Apache-2.0
import Fixtures
import QuickStart
import SignIn

@Suite struct OpenIDSettingsTests {
    private static let good: [String: any Sendable] = [
        "issuer": "https://accounts.example.com/realms/one", "clientId": "kiosk", "redirectUri": "http://127.0.0.1",
        "scopes": "openid email",
    ]

    private func read(_ changes: [String: any Sendable]) throws -> Settings {
        try SettingsTests.read(Self.good.merging(changes) { $1 })
    }

    @Test func `a file with an issuer is read`() throws {
        let settings = try read([:])
        #expect(settings.form == .openID)
        #expect(settings.registration.issuer.absoluteString == "https://accounts.example.com/realms/one")
        #expect(settings.registration.metadataURL == nil)
        #expect(settings.registration.name == "accounts.example.com")
        #expect(settings.registration.clientID == "kiosk")
        #expect(settings.registration.redirectURI.text == "http://127.0.0.1")
        #expect(settings.registration.scopes.text == "openid email")
        #expect(!settings.registration.authentication.isConfidential)
        #expect(!settings.registration.rules.sendsScopesToTokenEndpoint)
        #expect(settings.graph == nil && settings.tasks == nil && settings.unknownKeys == [])
    }

    @Test(arguments: ["basic", "post", ""])
    func `a secret makes the client confidential`(_ authentication: String) throws {
        let settings = try read(["secret": "s3cret", "clientAuthentication": authentication, "keychain": "one"])
        #expect(settings.registration.authentication.isConfidential)
        #expect(settings.accountGroup == AccountGroup("one"))
    }

    @Test(arguments: [
        ["issuer": "http://accounts.example.com"], ["issuer": "https://accounts.example.com/?a=b"],
        ["issuer": "https://accounts.example.com/.well-known/openid-configuration"], ["issuer": "accounts"],
        ["issuer": "https://login.microsoftonline.com/"], ["clientId": ""], ["redirectUri": "nowhere"],
        ["scopes": " "], ["clientAuthentication": "basic"], ["clientAuthentication": "jwt", "secret": "s3cret"],
        ["clientAuthentication": "none", "secret": "s3cret"],
    ])
    func `a value that cannot be used is named by its key`(_ changes: [String: String]) throws {
        let error = #expect(throws: SettingsError.self) { try read(changes) }
        #expect(error?.problems.count == 1)
        #expect(changes.keys.contains(error?.problems.first?.key ?? ""))
        #expect(error?.description.contains("s3cret") == false)
    }

    @Test func `an issuer of Microsoft keeps the rules of Microsoft`() throws {
        let settings = try read(["issuer": "https://login.microsoftonline.com/common/v2.0"])
        #expect(settings.registration.issuer.absoluteString == "https://login.microsoftonline.com/common/v2.0")
        #expect(settings.registration.rules.sendsScopesToTokenEndpoint)
    }

    @Test func `beside an authority an issuer is a key that nobody reads`() throws {
        var values = SettingsTests.good
        values["issuer"] = "https://accounts.example.com"
        let settings = try SettingsTests.read(values)
        #expect((settings.form, settings.unknownKeys) == (.quickStart, ["issuer"]))
    }
}
