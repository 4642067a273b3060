// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSONWebSignatures
import Synchronization
import Testing

/// `tessera` at an OpenID provider that is not one of Microsoft's.
@Suite struct OwnProviderTests {
    private struct AccountLine: Decodable {
        let username: String?
        let registration: String
    }

    private struct Person: Decodable, Equatable {
        let sub: String
        let email: String?
    }

    private struct Audience: Decodable {
        let aud: [String]
    }

    @Test func `every command takes a registration by the name under which the sign-in remembered it`() async throws {
        try await OwnProvider.run { provider in
            let signedIn = try await provider.command.run(
                provider.signIn(as: "kiosk", "--name", "desk"),
                adding: OwnProvider.mara.environment(in: provider.command.home))
            #expect(signedIn.status == 0, "\(signedIn.error)")
            #expect(signedIn.output == "Signed in as Mara <mara@heron.example>.\n")
            #expect(signedIn.error.hasSuffix("Saved as desk. Next: tessera userinfo --registration desk\n"))

            let accounts = try await provider.run("accounts", "--json", "--registration", "desk")
            let lines = try accounts.json([AccountLine].self)
            #expect(lines.map(\.registration) == ["desk"] && lines.map(\.username) == ["mara@heron.example"])
            let token = try await provider.run("token", "--registration", "desk")
            #expect(token.output.split(separator: ".").count == 3, "\(token.error)")
            let inspected = try await provider.run("inspect", "--registration", "desk")
            #expect(inspected.output.contains("Signature valid: signed with a key of \(provider.issuer)"))

            let told = try await provider.run("userinfo", "--registration", "desk")
            let line = #/email +mara@heron\.example +email address/#
            #expect(told.output.contains(line), "\(told.output) \(told.error)")
            let person = try await provider.run("userinfo", "--json", "--registration", "desk").json(Person.self)
            #expect(person.email == "mara@heron.example")

            let again = try await provider.run("sign-in", "--registration", "desk")
            #expect(again.status == 0, "\(again.error)")
            let out = try await provider.command.run("sign-out", "--json", "--registration", "desk")
            #expect(out.output.contains(#""sessionPage":"\#(provider.issuer)/"#), "\(out.output) \(out.error)")
            #expect(try await provider.run("sign-in", "--registration", "desk").status == 0, "it is still remembered")
        }
    }

    @Test(arguments: ["basic", "post"])
    func `a secret travels as the client is registered, and is kept sealed`(_ way: String) async throws {
        try await OwnProvider.run { provider in
            let arguments = provider.signIn(as: way, "--client-secret-file", try provider.secretFile())
            let chosen = way == "basic" ? [] : ["--client-authentication", way]
            let signedIn = try await provider.pasting(arguments + chosen)
            #expect(signedIn.status == 0, "\(signedIn.error)")
            let name = ["--registration", "127.0.0.1"]
            let token = try await provider.command.run(["token"] + name)
            #expect(token.status == 0, "\(token.error)")
            let inspected = try await provider.command.run(["inspect"] + name)
            #expect((inspected.status == 0) == (way == "post"))
            #expect((way == "post") != inspected.error.contains("hint: tessera userinfo --registration 127.0.0.1"))
            #expect(try await provider.command.run(["userinfo"] + name).status == 0)
            let out = try await provider.command.run(["sign-out"] + name)
            #expect(out.output == "Signed out Mara <mara@heron.example>.\n")
            #expect(out.error.contains("\(provider.issuer)/"), "the page that ends the session")
            try expectNoSecret(in: provider.command.home.appending(path: "accounts"))
        }
    }

    @Test(arguments: [("basic", "post"), ("post", "basic")])
    func `a secret that travels the other way is refused, and nothing is remembered`(
        _ client: String, _ way: String
    ) async throws {
        try await OwnProvider.run { provider in
            let arguments = provider.signIn(
                as: client, "--client-secret-file", try provider.secretFile(), "--client-authentication", way)
            let outcome = try await provider.pasting(arguments)
            #expect(outcome.status == 78 && outcome.output.isEmpty, "\(outcome.error)")
            #expect(outcome.error.contains("hint: check the registration's client id, secret"))
            let accounts = try await provider.run("accounts", "--registration", "127.0.0.1")
            #expect(accounts.status == 78)
            #expect(accounts.error.contains("no registration is saved as '127.0.0.1'"))
        }
    }

    @Test func `a name belongs to one client until it is forgotten`() async throws {
        try await OwnProvider.run { provider in
            #expect(
                try await provider.command.run(
                    provider.signIn(as: "kiosk"), adding: OwnProvider.mara.environment(in: provider.command.home)
                ).status == 0)
            for other in [
                ["sign-in", "--issuer", "https://accounts.example.com", "--client-id", "kiosk", "--name", "127.0.0.1"],
                provider.signIn(as: "other"),
            ] {
                let taken = try await provider.command.run(other)
                #expect(taken.status == 78)
                #expect(taken.error.contains("error: the name '127.0.0.1' is taken by the client kiosk at"))
                #expect(taken.error.contains("`tessera sign-out --all --registration 127.0.0.1`"))
            }
            let unnamed = try await provider.run("accounts")
            #expect(unnamed.error.contains("hint: use a saved registration: --registration 127.0.0.1"))
            let unknown = try await provider.run("token", "--registration", "desk")
            #expect(unknown.status == 78)
            #expect(unknown.error.contains("hint: use one of '127.0.0.1'"))
            let forgotten = try await provider.run("sign-out", "--all", "--local", "--registration", "127.0.0.1")
            #expect(forgotten.status == 0 && forgotten.error.contains("Removed the registration"))
            #expect(try await provider.run("accounts", "--registration", "127.0.0.1").status == 78)
        }
    }

    @Test func `a code is typed on another device`() async throws {
        try await OwnProvider.run { provider in
            let browser = OwnProvider.mara.environment(in: provider.command.home)
            let page = Mutex("")
            let outcome = try await provider.command.run(provider.signIn(as: "kiosk", "--device-code")) { line in
                if line.hasPrefix(provider.issuer) { page.withLock { $0 = line } }
                guard let code = line.wholeMatch(of: #/and enter the code (\S+)/#)?.1 else { return nil }
                return try BuiltCommand.browse(
                    page.withLock { $0 }, as: browser.merging(["TEST_USER_CODE": String(code)]) { $1 })
            }
            #expect(outcome.output == "Signed in as Mara <mara@heron.example>.\n", "\(outcome.error)")
            #expect(page.withLock { $0 } == "\(provider.issuer)/device")
            let told = try await provider.run("userinfo", "--json", "--registration", "127.0.0.1")
            #expect(try told.json(Person.self).email == "mara@heron.example")
        }
    }

    @Test func `a settings file with an issuer is enough`() async throws {
        try await OwnProvider.run { provider in
            let file = provider.command.home.appending(path: "settings.plist")
            let values = [
                "issuer": provider.issuer, "clientId": "kiosk", "redirectUri": "http://127.0.0.1",
                "scopes": "openid profile email",
            ]
            try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0).write(to: file)
            let signedIn = try await provider.run("sign-in", "--settings", file.path)
            #expect(signedIn.output == "Signed in as Mara <mara@heron.example>.\n", "\(signedIn.error)")
            let told = try await provider.run("userinfo", "--json", "--settings", file.path)
            #expect(try told.json(Person.self).email == "mara@heron.example")
            #expect(try await provider.run("token", "--settings", file.path).status == 0)
            let people = try await provider.run("people", "find", "A", "--settings", file.path)
            #expect(people.status == 78 && people.error.contains("These settings have no people search".lowercased()))
        }
    }

    @Test func `a scope that the person did not agree to leads to the sign-in that asks for it`() async throws {
        try await OwnProvider.run { provider in
            let browser = OwnProvider.mara.environment(in: provider.command.home)
            #expect(try await provider.command.run(provider.signIn(as: "kiosk"), adding: browser).status == 0)
            let token = ["token", "--registration", "127.0.0.1", "--scope", "tills.read"]
            let refused = try await provider.command.run(token)
            #expect(refused.status == 77)
            #expect(
                refused.error.hasSuffix("hint: tessera sign-in --scope tills.read --registration 127.0.0.1\n"),
                "\(refused.error)")
            let asking = ["sign-in", "--registration", "127.0.0.1", "--scope", "tills.read"]
            #expect(try await provider.command.run(asking, adding: browser).status == 0)
            let opened = try await provider.command.run(token)
            let part = try #require(opened.output.split(separator: ".").dropFirst().first, "\(opened.error)")
            let claims = try JSONDecoder().decode(Audience.self, from: Data(try Base64URL.decode(part)))
            #expect(claims.aud.last == "https://tills.heron.example", "the tenant file names the API")
        }
    }

    @Test func `without a refresh token the access token is used until it expires`() async throws {
        try await OwnProvider.run { provider in
            let browser = OwnProvider.mara.environment(in: provider.command.home)
            let arguments = provider.signIn(as: "kiosk", "--scope", "openid")
            #expect(try await provider.command.run(arguments, adding: browser).status == 0)
            let token = ["token", "--registration", "127.0.0.1"]
            #expect(try await provider.command.run(token).status == 0)
            let claims = try await provider.run("userinfo", "--json", "--registration", "127.0.0.1")
            #expect(try claims.json(Person.self).email == nil)
            let others = try await provider.command.run(token + ["--scope", "tills.read"])
            #expect(others.status == 77 && others.error.contains("hint: tessera sign-in"), "\(others.error)")
        }
    }

    @Test func `a client that the provider does not know is named before a page is opened`() async throws {
        try await OwnProvider.run { provider in
            // Nobody pastes an answer, so the sign-in ends at once.
            let outcome = try await provider.command.run(
                provider.signIn(as: "nobody", "--redirect-uri", "https://till.heron.example/callback"))
            #expect(outcome.status != 0 && outcome.output.isEmpty)
            #expect(
                outcome.error.hasPrefix("warning: the provider returned: The client is unknown"), "\(outcome.error)")
            #expect(outcome.error.contains("check the client id and the secret"))
            #expect(outcome.error.contains("error: the sign-in was canceled"))
            #expect(try await provider.run("accounts", "--registration", "127.0.0.1").status == 78)
        }
    }

    private func expectNoSecret(in folder: URL) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let content = try Data(contentsOf: folder.appending(path: name))
            #expect(content.firstRange(of: Data(OwnProvider.secret.utf8)) == nil, "\(name)")
        }
    }
}
