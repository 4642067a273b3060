// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import LocalTenant
import QuickStart
import SampleServers
import SignInTesting
import Testing
import WebSignIn

@Suite struct AccountPagesTests {
    let stage: Stage
    private var tenant: TestTenant { stage.tenant }

    init() async throws { stage = try Stage(at: try await withTenant { $0 }) }

    @Test func `an account shows its permissions in words, and what happened`() async throws {
        var visitor = try await stage.employee()
        _ = try await visitor.get("/people?q=con")
        let page = try await visitor.get("/accounts")
        for part in [
            "Ana Silva", tenant.person.username, "class=\"badge\">People<", "class=\"badge\">Tasks<", "stay signed in",
            "read all profiles in your organization", "Ana Silva signed in", "No one is signed in.",
        ] { #expect(page.text.contains(part), "\(part)") }
        try await stage.signIn(&visitor, at: try page.link("Add an account"), as: tenant.otherPerson)
        let both = try await visitor.get("/accounts")
        #expect(both.text.contains("Conor O&#39;Brien signed in"))
        // The latest is in use; the person chooses the other.
        _ = try await visitor.post("/accounts", both.fields(of: "/accounts"))
        let chosen = try await visitor.get("/accounts")
        let cards = chosen.text.components(separatedBy: "<article").dropFirst()
        #expect(cards.filter { $0.contains("badge") }.map { $0.contains("Ana Silva") } == [true])
    }

    @Test func `a person signs one account out here, and the other stays`() async throws {
        var visitor = try await stage.employee()
        try await stage.signIn(
            &visitor, at: "/sign-in?registration=myGraphService&prompt=select_account&return=/accounts",
            as: tenant.otherPerson)
        let page = try await visitor.get("/accounts")
        let out = try await visitor.post("/sign-out", page.fields(of: "/sign-out"))
        #expect(out.location == "/sign-out/done?here")
        let left = try await visitor.get("/accounts")
        #expect(!left.text.contains(tenant.otherPerson.username) && left.text.contains(tenant.person.username))
        #expect(left.text.contains("Conor O&#39;Brien signed out"))
        let provider = try await visitor.post("/sign-out", left.fields(of: "/sign-out", ["provider": "yes"]))
        #expect(provider.location.hasPrefix("\(tenant.address)") && provider.location.contains("logout_hint=ana.silva"))
        #expect(visitor.cookie == nil)
    }

    @Test func `after a local sign-out, the next sign-in asks for the account`() async throws {
        var visitor = try await stage.employee()
        let first = try await visitor.get("/")
        #expect(first.text.contains("Signed in as Ana Silva"))
        #expect(try first.link("People in your organization") == "/people")
        let out = try await visitor.get("/sign-out")
        let buttons = out.text.components(separatedBy: "<form method=\"post\" action=\"/sign-out\"").count - 1
        #expect(buttons == 2, "here and at the provider, and here")
        let done = try await visitor.post("/sign-out", out.fields(of: "/sign-out", at: 1))
        #expect(done.location == "/sign-out/done?here")
        #expect(try await visitor.get(done.location, .link).text.contains("You may still be signed in at the provider"))
        let start = try await visitor.get("/")
        #expect(!start.text.contains("Ana Silva"))
        #expect(try start.link("People in your organization").contains("prompt=select_account"))
        #expect(try await visitor.get("/people").link("Sign in").contains("prompt=select_account"))
    }

    @Test func `a sign-in that the provider ended asks to sign in again, and says so`() async throws {
        let stage = try Stage(at: tenant, lifetimes: SessionLifetimes(idle: .seconds(2 * 86_400)))
        var visitor = try await stage.employee()
        try await tenant.administration.send(
            "POST", "directories/aldervale.example/people/\(tenant.person.id)/revokeSignInSessions", Data("{}".utf8)
        )
        tenant.clock.advance(by: .seconds(86_400))
        let people = try await visitor.get("/people?q=con")
        #expect(people.status == .seeOther && people.location.hasPrefix("\(tenant.address)"))
        #expect(people.location.contains("login_hint="))
        let page = try await visitor.get("/accounts")
        #expect(page.text.contains("Must sign in again") && page.text.contains("Ana Silva must sign in again"))
        #expect(try await stage.answer(people, &visitor).text.contains("1 person found"))
    }

    @Test func `an account of another session cannot be chosen or signed out`() async throws {
        var (ana, conor) = (try await stage.employee(), try await stage.employee(tenant.otherPerson))
        let id = try #require(
            try await ana.get("/accounts").fields(of: "/sign-out").split(separator: "&")
                .first { $0.hasPrefix("account=") })
        let form = try await conor.get("/accounts").fields(of: "/sign-out").split(separator: "&")
            .map { $0.hasPrefix("account=") ? id : $0 }.joined(separator: "&")
        _ = try await conor.post("/sign-out", form)
        #expect(try await ana.get("/people?q=con").text.contains("1 person found"))
        #expect(try await conor.get("/accounts").text.contains(tenant.otherPerson.username))
    }

    @Test(arguments: [
        (Language.german, "Personen"), (.spanish, "Personas"), (.italian, "Persone"), (.russian, "Коллеги"),
    ]) func `pages follow the browser's language or the choice`(_ language: Language, _ people: String) async throws {
        var visitor = stage.visitor()
        visitor.languages = "\(language.rawValue)-XX,en;q=0.5"
        #expect(try await visitor.get("/").text.contains("<html lang=\"\(language.rawValue)\">"))
        let signIn = try await visitor.get("/sign-in?registration=myGraphService&return=/people", .link)
        #expect(signIn.location.contains("ui_locales=\(language.rawValue)"))
        #expect(try await visitor.post("/language", "language=en&return=/people?q=x").location == "/people?q=x")
        #expect(try await visitor.get("/").text.contains("<html lang=\"en\">"))
        for elsewhere in ["//evil.example", "https://evil.example/", "/\\evil.example", "x"] {
            let form = "language=de&return=\(elsewhere)"
            #expect(try await visitor.post("/language", form).location == "/", "\(elsewhere)")
        }
        #expect(try await visitor.post("/language", "language=xx").status == .badRequest)
        for origin in [PageVisitor.Origin.formElsewhere, .formOfSister] {
            #expect(try await visitor.post("/language", "language=it", origin).status == .forbidden)
        }
    }

    @Test func `pages that are not there and pages of the sign-in are in the person's language`() async throws {
        var visitor = stage.visitor()
        visitor.languages = "de"
        let missing = try await visitor.get("/nothing")
        #expect(missing.status == .notFound && missing.text.contains("<html lang=\"de\">"))
        for (path, status) in [
            ("/sign-in/people?state=x&code=y", HTTPResponse.Status.badRequest), ("/sign-out", .ok),
            ("/sign-in?return=//evil.example", .badRequest), ("/sign-out/done", .ok),
        ] {
            let page = try await visitor.get(path)
            #expect(page.status == status, "\(path)")
            #expect(page.text.contains("<html lang=\"de\">") && page.text.contains("QuickStart</a>"), "\(path)")
        }
        stage.faults.setDown([tenant.address.absoluteString])
        let down = try await visitor.get("/sign-in?registration=myGraphService&return=/people", .link)
        #expect(down.status == .serviceUnavailable, "the pages of the app still show")
        #expect(try await visitor.get("/").status == .ok)
    }

    @Test func `each page of a session has the way out, also in the pages of the sign-in`() async throws {
        try await stage.signInCustomers()
        // A customer alone: the account in use is not of the first registration.
        var visitor = stage.visitor()
        try await stage.signIn(
            &visitor, at: "/sign-in?registration=B2C_Account&return=/tasks", path: SampleApp.customerWebPath)
        for path in ["/", "/people", "/tasks", "/accounts", "/sign-in/sessions", "/sign-out", "/nothing"] {
            let head = try await visitor.get(path, .link).text.components(separatedBy: "<main")[0]
            #expect(head.contains("href=\"/sign-out\"") && head.contains("Ines Kallio"), "\(path)")
        }
    }

    @Test(arguments: [
        ("/sign-in/sessions", "/sign-in/sessions"), ("/sign-out", "/sign-out"),
        ("/sign-out/done?here", "/sign-out/done?here"), ("/sign-out/done?code=x&state=y", "/sign-out/done"),
        ("\(SampleApp.quickStartWebPath)?code=x&state=y", "/"), ("/sign-in?return=//x", "/"),
    ])
    func `a language choice returns to the notice, never to a response`(_ path: String, _ back: String) async throws {
        var visitor = try await stage.employee()
        let page = try await visitor.get(path, .link)
        #expect(try page.fields(of: "/language") == "return=\(FormParameters.encoded(back))", "\(page.text)")
    }

    @Test func `another name of this machine leads to the app's own`() async throws {
        var visitor = PageVisitor(at: Stage.otherAddress, over: stage.transport)
        #expect(try await visitor.get("/people?q=x").location == "http://localhost:4500/people?q=x")
    }

    @Test func `style sheet and script are kept, pages and their parts are not`() async throws {
        var visitor = try await stage.employee()
        let page = try await visitor.get("/people?q=con")
        #expect(page.head.headerFields[.cacheControl] == "no-store")
        let policy = page.head.headerFields[try #require(HTTPField.Name("Content-Security-Policy"))] ?? ""
        #expect(policy.contains("form-action 'self' \(tenant.address)") && policy.contains("trusted-types"))
        let assets = page.text.matches(of: #/(?:href|src)="(/(?:style|script|icon)[^"]*)"/#)
        #expect(Set(assets.map { $0.1.prefix { $0 != "." && $0 != "?" } }).isSuperset(of: ["/style", "/script"]))
        for match in assets {
            let asset = try await visitor.get(String(match.1), .link)
            #expect(asset.head.headerFields[.cacheControl] == "public, max-age=31536000, immutable")
            let stale = try await visitor.get(String(match.1.prefix { $0 != "?" }) + "?old", .link)
            #expect(stale.head.headerFields[.cacheControl] == "no-cache")
        }
        #expect(!page.text.contains("eyJ"), "no token reaches the browser")
    }
}
