// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct RestartTests {
    @Test func `key, subjects and grants survive a restart`() async throws {
        try await withTemporaryFolder { folder in
            let data = folder.appending(path: "deep/data")
            var browser = Browser(try Site(dataFolder: data))
            var code: String?
            var tokens: [String: JSONValue] = [:]
            do {
                let site = try Site(dataFolder: data)
                browser = Browser(site)
                code = try await browser.signIn().carried["code"]
                tokens = try await site.tokens()
            }
            let site = try Site(dataFolder: data)
            #expect(try await site.token(.redeeming(try #require(code))).status == .ok)
            let refreshed = try await site.token(.refreshing(try #require(tokens["refresh_token"]?.string))).object()
            let before = try await site.claims(of: tokens["id_token"])
            let after = try await site.claims(of: refreshed["id_token"])
            #expect(before["sub"] != nil && before["sub"] == after["sub"])
            #expect(try await site.graph("/me", token: try #require(tokens["access_token"]?.string)).status == .ok)
            var again = Browser(site)
            again.cookies = browser.cookies
            #expect(try await again.open(.goodRequest.with("prompt", "none")).carried["code"] != nil)
            #expect(try await site.platform.people().count == 48)
        }
    }

    @Test func `a key of its own is made once, and a page survives a restart`() async throws {
        try await withTemporaryFolder { folder in
            func platform() throws -> IdentityPlatform {
                try IdentityPlatform(TenantSettings(address: ServerAddress(port: 4400), dataFolder: folder))
            }
            let first = try platform()
            let second = try platform()
            #expect(first.context.keys.signingKey.publicKey == second.context.keys.signingKey.publicKey)
            #expect(first.context.keys.csrfKey == second.context.keys.csrfKey)
            let other = try IdentityPlatform(TenantSettings(address: ServerAddress(port: 4400)))
            #expect(first.context.keys.signingKey.publicKey != other.context.keys.signingKey.publicKey)
            #expect(first.context.keys.csrfKey != other.context.keys.csrfKey)
        }
    }

    @Test func `a page from before a restart can still be sent`() async throws {
        try await withTemporaryFolder { folder in
            var browser = Browser(try Site(dataFolder: folder))
            let page = try await browser.open(.goodRequest)
            var later = Browser(try Site(dataFolder: folder))
            later.cookies = browser.cookies
            let answer = try await later.submit(page, ["username": "ana.silva@aldervale.example"])
            #expect(answer.status == .ok && answer.text.contains(#"type="password""#))
        }
    }

    @Test func `secrets are not in the files`() async throws {
        try await withTemporaryFolder { folder in
            let site = try Site(dataFolder: folder)
            var browser = Browser(site)
            let code = try #require(try await browser.signIn().carried["code"])
            let tokens = try await site.token(.redeeming(code)).object()
            let cookie = try #require(browser.cookies["tessera-session-4400"])
            let secrets = try [
                code, cookie, #require(tokens["refresh_token"]?.string), #require(tokens["access_token"]?.string),
                #require(tokens["id_token"]?.string), FormParameters.goodVerifier, "watchword",
            ]
            let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            #expect(files.count >= 1)
            for file in files {
                let bytes = try Data(contentsOf: file)
                for secret in secrets {
                    #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(file.lastPathComponent)")
                }
            }
            let all = try files.reduce(into: Data()) { $0 += try Data(contentsOf: $1) }
            #expect(all.range(of: Data("nonce-1".utf8)) != nil)
        }
    }
}
