// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct OpenRedirectTests {
    static let loopbackAttempts = [
        "http://localhost.evil", "http://localhost.evil:80/", "http://evil.localhost/", "http://evil.example/localhost",
        "http://localhost@evil.example", "http://localhost:49152@evil.example", "http://someone@localhost",
        "http://someone:secret@localhost/", "https://localhost", "ftp://localhost/",
        "javascript://localhost/%0aalert(1)", "data:text/html,hello", "urn:ietf:wg:oauth:2.0:oob:auto",
        "http://localhost#top", "http://localhost/#", "http://localhost?next=https://evil.example", "http://localhost?",
        "http://localhost/extra", "http://localhost:49152/..", "http://localhost:49152/.", "http://localhost:49152//",
        "http://localhost:49152//evil.example", "http://localhost:49152/%2e%2e", "http://localhost%00.evil.example",
        "http://localhost%2eevil.example", "http://localhost%2fevil.example", #"http://localhost\@evil.example"#,
        #"http://localhost:1\.evil.example"#, #"http://localhost/\evil.example"#, "//localhost", "localhost", "/",
        "http:localhost", "http:/localhost", "http:///localhost", " http://localhost", "http://localhost ",
        "http://localhost\n", "http://localhost\r\nX: y", "http://localhost\t", "http://127.0.0.1:49152",
        "http://[::1]:49152", "http://127.1", "http://0.0.0.0", "http://localhost.", "http://localhost:49152;evil",
        "http://localhost:-1", "http://localhost:port", "http://localhost:49152, https://evil.example",
        "http://localhost:0", "http://localhost:65536", "http://localhost:99999", "http://localhost:",
        "http://localhost:/", "http://localhost:080", "http://localhost:4915２", "http://%6cocalhost:49152",
        "http://loca%6Chost", "http://ｌocalhost:49152", "http://localhost。:49152", "http://LOCALHOST:49152",
        "HTTP://localhost:49152", "http://local\u{AD}host", "http://localhost:49152/\u{301}",
    ]

    @Test(arguments: loopbackAttempts) func `a loopback registration does not cover`(_ attempt: String) async throws {
        let answer = try await Site().open(.goodRequest.with("redirect_uri", attempt))
        #expect((answer.status, answer.location) == (.badRequest, nil))
        #expect([50011, 90102].contains(answer.errorNumber))
    }

    static let remoteAttempts = [
        "https://app.example:444/Callback", "https://app.example:443/Callback", "http://app.example/Callback",
        "https://app.example/callback", "https://app.example/Callback/", "https://app.example/Callbac",
        "https://app.example/Callback2", "https://app.example/Callback?a=1", "https://app.example/Callback#a",
        "https://app.example/Callback/../evil", "https://app.example/%43allback", "https://app.example",
        "https://sub.app.example/Callback", "https://app.example.evil/Callback", "https://someone@app.example/Callback",
        "https://app.example@evil.example/Callback", "com.example.other://auth", "com.example.app://auth/more",
        "com.example.app:/auth", "http://localhost:8080/path", "http://127.0.0.1/other",
    ]

    @Test(arguments: remoteAttempts)
    func `other registrations hold to the letter, not for`(_ attempt: String) async throws {
        let site = try Site()
        let app = RegisteredApp.sample(redirectURIs: [
            "https://app.example/Callback", "com.example.app://auth", "http://127.0.0.1:8080/path",
        ])
        try await site.add(app)
        let request = FormParameters.goodRequest.with("client_id", app.id).with("scope", "openid User.Read")
        let answer = try await site.open(request.with("redirect_uri", attempt))
        #expect((answer.status, answer.location) == (.badRequest, nil))
    }

    static let accepted: [(String, String)] = [
        ("https://app.example/Callback", "https://app.example/Callback?"),
        ("https://bare.example", "https://bare.example/?"),
        ("https://query.example/a?b=c", "https://query.example/a?b=c&"),
        ("com.example.app://auth", "com.example.app://auth?"),
        ("urn:ietf:wg:oauth:2.0:oob", "urn:ietf:wg:oauth:2.0:oob?"),
        ("http://127.0.0.1:1/path", "http://127.0.0.1:1/path?"),
        ("http://127.0.0.1/path", "http://127.0.0.1/path?"),
        ("http://localhost", "http://localhost/?"),
        ("http://localhost:65535", "http://localhost:65535/?"),
        ("http://localhost:8080/", "http://localhost:8080/?"),
    ]

    @Test(arguments: accepted)
    func `a registered address gets its answer`(redirectURI: String, start: String) async throws {
        let site = try Site()
        let app = RegisteredApp.sample(redirectURIs: [
            "https://app.example/Callback", "https://bare.example", "https://query.example/a?b=c",
            "com.example.app://auth", "urn:ietf:wg:oauth:2.0:oob", "http://127.0.0.1:8080/path", "http://localhost",
        ])
        try await site.add(app)
        let request = FormParameters.goodRequest.with("client_id", app.id).with("scope", "openid User.Read")
        let answer = try await site.open(request.with("redirect_uri", redirectURI))
        #expect(answer.status == .found && answer.location?.hasPrefix("\(start)code=") == true)
    }
}
