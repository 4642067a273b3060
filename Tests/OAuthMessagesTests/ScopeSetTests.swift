// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages

@Suite struct ScopeSetTests {
    @Test(
        arguments: [
            ("", []), (" ", []), ("a", ["a"]), ("a b", ["a", "b"]), ("  a \n\t b  ", ["a", "b"]),
            ("b a b", ["b", "a"]), ("a \u{301}b", ["a", "\u{301}b"]), ("a\u{600} b", ["a\u{600}", "b"]),
            ("A a", ["A", "a"]),
        ] as [(String, [String])])
    func `text reads as scopes`(_ text: String, _ scopes: [String]) {
        #expect(ScopeSet(text: text).scopes == scopes)
        #expect(ScopeSet([text]).scopes == scopes, "as a member of a list")
    }

    @Test func `the order stays, and what is doubled or empty goes`() {
        #expect(ScopeSet(["b", "", "a", "b"]).text == "b a")
        #expect(ScopeSet(["b"]).union(["a", "b"]).text == "b a")
    }

    @Test func `the scopes of OpenID Connect name no API`() {
        let scopes: ScopeSet = ["openid", "User.Read", "offline_access", "api://x/y", "profile"]
        #expect(scopes.openIDConnectPart.text == "openid offline_access profile")
        #expect(scopes.resourcePart.text == "User.Read api://x/y")
    }

    @Test func `a member with a space is two scopes, before storage and after it`() throws {
        let scopes: ScopeSet = ["User.Read Mail.Read", "User.Read"]
        #expect(scopes.scopes == ["User.Read", "Mail.Read"])
        #expect(try JSONDecoder().decode(ScopeSet.self, from: JSONEncoder().encode(scopes)) == scopes)
    }

    @Test func `storage keeps the text`() throws {
        let data = try JSONEncoder().encode([ScopeSet(["b", "a"])])
        #expect(String(decoding: data, as: UTF8.self) == #"["b a"]"#)
        #expect(try JSONDecoder().decode([ScopeSet].self, from: data) == [["b", "a"]])
    }
}
