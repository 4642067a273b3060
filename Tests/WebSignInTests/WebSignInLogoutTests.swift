// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import JSONWebSignatures
import LocalTenant
import SignInTesting
import TenantDirectory
import WebSignIn

@testable import TenantStandard

@Suite struct WebSignInLogoutTests {
    /// A logout token of the standard provider, with a change.
    private static func token(at tenant: TestTenant, _ change: (inout [String: JSONValue]) -> Void) throws -> String {
        let provider = tenant.platform.standardProvider
        let now = Int(tenant.clock.now.timeIntervalSince1970)
        var claims: [String: JSONValue] = [
            "iss": .string(provider.issuer), "aud": .string(StandardSampleClient.webID), "iat": .integer(now),
            "exp": .integer(now + 120), "jti": .string("j"), "events": .object([BackChannelLogout.event: .object([:])]),
        ]
        change(&claims)
        return try provider.keys.sign(claims, by: .es256, type: "logout+jwt")
    }

    private static func names(of visitor: inout Visitor) async throws -> (subject: String, session: String) {
        let names = try await visitor.get("/session-id").text.split(separator: " ").map(String.init)
        try #require(names.count == 2)
        return (names[0], names[1])
    }

    private static let path = "/sign-in/back-channel-logout/work"

    private let (tenant, book): (TestTenant, VisitorBook)

    init() async throws {
        tenant = try await withTenant { $0 }
        book = try VisitorBook(at: tenant, try VisitorBook.standardRegistration())
    }

    @Test func `the provider ends the session that it names, and no other`() async throws {
        var (first, second) = (Visitor(of: book), Visitor(of: book))
        try await first.signIn()
        try await second.signIn()
        let names = try await Self.names(of: &first)
        let token = try Self.token(at: tenant) { $0["sid"] = .string(names.session) }
        var provider = Visitor(of: book)
        let answer = try await provider.post(Self.path, "logout_token=\(token)", .script)
        #expect(answer.status == .ok && answer.head.headerFields[.cacheControl] == "no-store")
        #expect(try await first.get("/hello").status == .seeOther)
        #expect(try await second.get("/hello").status == .ok)
    }

    @Test func `a token with the person alone ends all sessions of earlier sign-ins`() async throws {
        var (ana, conor) = (Visitor(of: book), Visitor(of: book))
        try await ana.signIn()
        try await conor.signIn(as: tenant.otherPerson)
        let names = try await Self.names(of: &ana)
        let token = try Self.token(at: tenant) { $0["sub"] = .string(names.subject) }
        tenant.clock.advance(by: .seconds(5))
        var later = try await Visitor(signedInTo: book)
        for _ in 1...2 {
            #expect(try await ana.post(Self.path, "logout_token=\(token)", .script).status == .ok)
            #expect(try await later.get("/hello").status == .ok)
        }
        #expect(try await ana.get("/hello").status == .seeOther)
        #expect(try await conor.get("/hello").status == .ok)
    }

    @Test func `a repeated logout token ends no session`() async throws {
        var visitor = try await Visitor(signedInTo: book)
        let names = try await Self.names(of: &visitor)
        let token = try Self.token(at: tenant) { $0["sub"] = .string(names.subject) }
        try await visitor.post(Self.path, "logout_token=\(token)", .script)
        try await visitor.signIn()
        #expect(try await visitor.post(Self.path, "logout_token=\(token)", .script).status == .ok)
        #expect(try await visitor.get("/hello").status == .ok)
    }

    @Test(arguments: ["", "logout_token=", "logout_token=x", "logout_token=a.b.c", "logout_token=x&logout_token=x"])
    func `a token that is not a logout token gets 400`(_ form: String) async throws {
        var provider = Visitor(of: book)
        let answer = try await provider.post(Self.path, form, .script)
        #expect(answer.status == .badRequest && answer.text == #"{"error":"invalid_request"}"#)
    }

    @Test func `an expired token, one for another client, and one with a nonce get 400`() async throws {
        var visitor = try await Visitor(signedInTo: book)
        let names = try await Self.names(of: &visitor)
        let changes: [(inout [String: JSONValue]) -> Void] = [
            { $0["exp"] = .integer(Int(tenant.clock.now.timeIntervalSince1970) - 3600) },
            { $0["aud"] = .string("another") }, { $0["nonce"] = .string("n") }, { $0["events"] = .object([:]) },
        ]
        for change in changes {
            let token = try Self.token(at: tenant) { claims in
                claims["sub"] = .string(names.subject)
                change(&claims)
            }
            #expect(try await visitor.post(Self.path, "logout_token=\(token)", .script).status == .badRequest)
        }
        #expect(try await visitor.get("/hello").status == .ok)
    }

    @Test func `a frame of the provider ends the session by its ID, without a cookie`() async throws {
        var visitor = try await Visitor(signedInTo: book)
        let names = try await Self.names(of: &visitor)
        let issuer = FormParameters.encoded(book.registration.issuer.absoluteString)
        var frame = Visitor(of: book)
        let path = "/sign-in/front-channel-logout/work"
        for query in [
            "", "?iss=\(issuer)", "?sid=\(names.session)", "?iss=\(issuer)&sid=x", "?iss=x&sid=\(names.session)",
        ] {
            #expect(try await frame.get(path + query, .elsewhereWithoutClick).status == .ok)
            #expect(try await visitor.get("/hello").status == .ok)
        }
        let page = try await frame.get("\(path)?iss=\(issuer)&sid=\(names.session)", .elsewhereWithoutClick)
        let policy = try #require(HTTPField.Name("Content-Security-Policy"))
        #expect(page.head.headerFields[policy]?.contains("frame-ancestors http://127.0.0.1:4400") == true)
        #expect(try await visitor.get("/hello").status == .seeOther)
    }

    @Test func `a person signs out here, and at the provider with a hint`() async throws {
        var visitor = try await Visitor(signedInTo: book)
        #expect(try await visitor.post("/sign-out", "provider=yes").status == .forbidden, "a form of no page")
        let page = try await visitor.get("/sign-out", .link)
        #expect(page.text.contains("Sign out Ana Silva here and at the provider"))
        let answer = try await visitor.post("/sign-out", page.form)
        #expect(answer.location.hasPrefix("http://127.0.0.1:4400/op/logout?"))
        #expect(answer.location.contains("id_token_hint=ey"))
        #expect(
            answer.location.contains("post_logout_redirect_uri=http%3A%2F%2Flocalhost%3A8080%2Fsign-out%2Fdone"))
        #expect(try await (visitor.cookie, visitor.get("/hello").status) == (nil, .seeOther))
    }

    @Test func `a person ends all other sessions, and an administrator ends any`() async throws {
        var (desk, phone, tablet) = (Visitor(of: book), Visitor(of: book), Visitor(of: book))
        var conor = Visitor(of: book)
        try await phone.signIn()
        try await tablet.signIn()
        try await conor.signIn(as: tenant.otherPerson)
        try await desk.signIn()
        let page = try await desk.get("/sign-in/sessions", .link)
        let fields = page.text.components(separatedBy: "</form>").dropLast(1).last ?? ""
        #expect(fields.contains("End all others"))
        try await desk.post(
            "/sign-in/sessions", TransportResponse(head: page.head, body: Data("\(fields)</form>".utf8)).form)
        #expect(try await phone.get("/hello").status == .seeOther)
        #expect(try await tablet.get("/hello").status == .seeOther)
        #expect(try await desk.get("/hello").status == .ok)
        #expect(try await conor.get("/hello").status == .ok)
        for session in try await book.web.sessions() { try await book.web.endSession(session.id) }
        #expect(try await desk.get("/hello").status == .seeOther)
        #expect(try await conor.get("/hello").status == .seeOther)
    }

    @Test func `a user lists the own sessions, and ends one of them`() async throws {
        var (desk, phone, conor) = (Visitor(of: book), Visitor(of: book), Visitor(of: book))
        phone.agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1"
        try await phone.signIn()
        try await conor.signIn(as: tenant.otherPerson)
        tenant.clock.advance(by: .seconds(1))
        try await desk.signIn()
        let page = try await desk.get("/sign-in/sessions", .link)
        #expect(page.text.contains("this browser") && page.text.contains("Safari on iPhone"))
        #expect(page.text.matches(of: /<form method="post"/).count == 3)
        let forms = page.text.components(separatedBy: "Safari on iPhone")
        let fields = TransportResponse(head: page.head, body: Data((forms.last ?? "").utf8)).form
        #expect(try await desk.post("/sign-in/sessions", fields).location == "/sign-in/sessions")
        #expect(try await phone.get("/hello").status == .seeOther)
        #expect(try await desk.get("/hello").status == .ok)
        // No person may end another's session.
        let other = try #require(
            await (book.storage as? MemoryWebSessionStorage)?.signedInSessions(at: tenant.clock.now)
                .map(\.id.rawValue))
        for id in other {
            let own = try await desk.get("/sign-in/sessions", .link)
            guard !own.form.contains(id) else { continue }
            let stolen = FormParameters(encoded: own.form)?.pairs.map {
                ($0.name, $0.name == "session" ? id : $0.value)
            }
            var form = FormParameters()
            for (name, value) in stolen ?? [] { form.append(name, value) }
            try await desk.post("/sign-in/sessions", form.encoded)
        }
        #expect(try await conor.get("/hello").status == .ok)
    }
}
