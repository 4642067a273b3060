// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages

@Suite struct RedirectURITests {
    @Test(arguments: [
        "http://localhost", "http://localhost:3000/callback", "com.example.app://a_b./x", "http://127.0.0.1/",
        "http://[::1]:8080/a",
        "https://app.example/cb?tenant=1", "com.example.app:/oauth2redirect", "msauth.com.example://auth",
        "urn:ietf:wg:oauth:2.0:oob", "http://localhost/" + String(repeating: "a", count: 2048 - 17),
    ])
    func `a redirect URI keeps its text`(_ text: String) throws {
        #expect(try #require(RedirectURI(text)).text == text)
    }

    @Test(arguments: [
        "", "localhost", "/callback", "//localhost/", "http://", "https:///callback", "http://localhost/#f",
        "http://localhost/#", "http://person@localhost/", "http://person:word@localhost/",
        "http://localhost/a b", "http://localhost/\u{600} b",
        "http://localhost./", "http://evil.example%2F.localhost/", "http://127%2e0.0.1/", "http://127.1/",
        "https://a_b.example/", "http://[fe80::1%25lo]/",
        " http://localhost", "http://localhost\n", "http://localhost/" + String(repeating: "a", count: 2049 - 17),
    ])
    func `what is no redirect URI is refused`(_ text: String) {
        #expect(RedirectURI(text) == nil)
    }

    @Test(arguments: [
        ("http://localhost", true), ("http://LOCALHOST:1/x", true), ("http://127.0.0.1:80", true),
        ("http://[::1]/", true),
        ("https://localhost", false), ("http://localhost.evil.example", false),
        ("http://127.0.0.1.evil.example", false),
        ("http://127.0.0.2", true), ("http://x.localhost", true), ("http://[::ffff:127.0.0.1]/", true),
        ("http://evil.example/localhost", false), ("app:/localhost", false),
    ])
    func `any port is allowed on loopback only`(_ text: String, _ isLoopback: Bool) throws {
        #expect(try #require(RedirectURI(text)).isLoopback == isLoopback)
    }

    @Test(arguments: [
        ("http://localhost", "http://localhost:49152"), ("http://localhost/", "http://localhost:49152/"),
        ("http://127.0.0.1:80/cb?a=1", "http://127.0.0.1:49152/cb?a=1"),
        ("http://[::1]/cb", "http://[::1]:49152/cb"),
    ])
    func `only the port changes`(_ text: String, _ expected: String) throws {
        #expect(try #require(RedirectURI(text)).withPort(49152).text == expected)
    }

    /// Registered URI, received URI, and whether they match.
    static let arrivals: [(String, String, Bool)] = [
        ("http://localhost:3000", "http://localhost:3000/?code=a", true),
        ("http://localhost:3000/", "http://localhost:3000?code=a", true),
        ("http://localhost:3000", "HTTP://LOCALHOST:3000/?code=a", true),
        ("https://app.example/cb?t=1", "https://app.example/cb?t=1&code=a", true),
        ("com.example.app:/cb", "com.example.app:/cb?code=a", true),
        ("urn:ietf:wg:oauth:2.0:oob", "urn:ietf:wg:oauth:2.0:oob?code=a", true),
        ("http://localhost:3000", "https://localhost:3000/", false),
        ("http://localhost:3000", "http://localhost:3001/", false),
        ("http://localhost:3000", "http://localhost/", false),
        ("http://localhost:3000", "http://127.0.0.1:3000/", false),
        ("http://localhost:3000", "http://localhost:3000@evil.example/", false),
        ("http://localhost:3000", "http://evil.example/?http://localhost:3000/", false),
        ("http://localhost:3000", "http://me@localhost:3000/", false),
        ("http://localhost:3000", "http://@localhost:3000/", false),
        ("http://localhost:3000", "http://localhost:3000/cb", false),
        ("http://localhost:3000/cb", "http://localhost:3000/cb/", false),
        ("http://localhost:3000/cb", "http://localhost:3000/CB", false),
        ("http://localhost:3000/cb", "http://localhost:3000/c%62", false),
        ("http://localhost:3000/cb", "http://localhost:3000/cb2", false),
        ("http://localhost:3000/cb", "http://localhost:3000/x/../cb", false),
        ("https://app.example/cb?t=1", "https://app.example/cb?t=2&code=a", false),
        ("https://app.example/cb?t=1", "https://app.example/cb?code=a", false),
        ("com.example.app:/cb", "com.example.app2:/cb?code=a", false),
    ]

    @Test(arguments: arrivals)
    func `an arrival is received or not`(_ registered: String, _ arrived: String, _ isReceived: Bool) throws {
        let uri = try #require(RedirectURI(registered))
        #expect(uri.receives(try #require(URL(string: arrived))) == isReceived)
    }

    @Test func `storage keeps the text, and refuses another`() throws {
        let uris = [try #require(RedirectURI("http://localhost:1/a"))]
        #expect(try JSONDecoder().decode([RedirectURI].self, from: JSONEncoder().encode(uris)) == uris)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([RedirectURI].self, from: Data(#"["x"]"#.utf8))
        }
    }
}
