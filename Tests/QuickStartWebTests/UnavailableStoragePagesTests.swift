// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import LocalTenant
import SampleServers
import SignInTesting
import Testing

/// The storage of sessions does not answer for a while: nothing is lost, and the pages say so.
@Suite struct UnavailableStoragePagesTests {
    private let storage = FailingSessionStorage()
    private let stage: Stage
    private var tenant: TestTenant { stage.tenant }

    init() async throws { stage = try Stage(at: try await withTenant { $0 }, keepingIn: storage) }

    private static func expectUnavailable(_ page: TransportResponse, _ place: SourceLocation = #_sourceLocation) {
        #expect(page.status == .serviceUnavailable, "\(page.text)", sourceLocation: place)
        // The storage's own time; the storage of accounts names none.
        #expect(["7", "1"].contains(page.head.headerFields[.retryAfter]), sourceLocation: place)
        #expect(page.head.headerFields[.cacheControl] == "no-store", sourceLocation: place)
        #expect(page.head.headerFields[values: .setCookie].isEmpty, sourceLocation: place)
        #expect(page.text.contains("The app is temporarily unavailable"), sourceLocation: place)
        #expect(!page.text.contains("database"), "internal causes are for the log", sourceLocation: place)
    }

    @Test func `a page reports the outage, and its link works later in the same session`() async throws {
        var visitor = try await stage.employee()
        let cookie = visitor.cookie
        storage.fail()
        for path in ["/people?q=con", "/tasks", "/accounts", "/sign-in/sessions", "/sign-out", "/"] {
            let page = try await visitor.get(path, .link)
            Self.expectUnavailable(page)
            #expect(try page.link("Try again") == path)
        }
        visitor.languages = "de"
        #expect(try await visitor.get("/tasks", .link).text.contains("Die App kann gerade nicht antworten"))
        visitor.languages = nil
        storage.fail([])
        #expect(visitor.cookie == cookie)
        #expect(try await visitor.get("/people?q=con", .link).text.contains("1 person found"))
    }

    @Test(arguments: FailingSessionStorage.methods)
    func `a form that was sent meanwhile is on the page, and counts once`(_ method: String) async throws {
        var visitor = try await stage.employee()
        let form = try await visitor.get("/tasks").fields(of: "/tasks", ["text": "Water <the> plants"])
        // The time of the last use is written again.
        tenant.clock.advance(by: .seconds(90))
        storage.fail([method])
        let page = try await visitor.post("/tasks", form)
        storage.fail([])
        if page.status != .seeOther {
            Self.expectUnavailable(page)
            #expect(page.text.contains("your input is still here"))
            let again = try page.fields(of: "/tasks")
            #expect(again.contains("text=Water"))
            #expect(try await visitor.post("/tasks", again).status == .seeOther)
        }
        let list = try await visitor.get("/tasks").text
        #expect(list.components(separatedBy: "id=\"task-").count - 1 == 1, "\(list)")
    }

    @Test func `a form too long to keep is not promised, and the page says how to send it again`() async throws {
        var visitor = try await stage.employee()
        storage.fail()
        let most = "text=" + String(repeating: "a", count: (16 << 10) - "text=".utf8.count)
        let kept = try await visitor.post("/tasks", most)
        Self.expectUnavailable(kept)
        #expect(try kept.fields(of: "/tasks") == most)
        let lost = try await visitor.post("/tasks", most + "a")
        Self.expectUnavailable(lost)
        #expect(!lost.text.contains("your input is still here") && !lost.text.contains("action=\"/tasks\""))
        #expect(lost.text.contains("is not on this page") && lost.text.contains("Reload this page in a moment"))
        visitor.languages = "de"
        #expect(try await visitor.post("/tasks", most + "a").text.contains("Laden Sie diese Seite in Kürze neu"))
        visitor.languages = nil
        storage.fail([])
        #expect(try await visitor.get("/tasks").status == .ok)
    }

    @Test(arguments: [0, 16 << 10], [PageVisitor.Origin.formElsewhere, .formOfSister, .oldFormElsewhere])
    func `forms of another site are refused as ever`(_ length: Int, _ origin: PageVisitor.Origin) async throws {
        var visitor = try await stage.employee()
        let form = try await visitor.get("/tasks").fields(of: "/tasks", ["text": String(repeating: "a", count: length)])
        let usual = try await visitor.post("/tasks", form, origin)
        #expect(usual.status == .forbidden && usual.text.contains("Nothing was changed"))
        storage.fail()
        let page = try await visitor.post("/tasks", form, origin)
        #expect(page.status == .forbidden && page.text == usual.text, "\(page.status): \(page.text)")
        #expect(page.head.headerFields[.cacheControl] == "no-store")
    }

    @Test func `a completed change is not offered again`() async throws {
        var visitor = try await stage.employee()
        let form = try await visitor.get("/tasks").fields(of: "/tasks", ["text": "Water"])
        // The note of a removed task is saved after the change; each other save of this request is not due.
        storage.fail(["save", "take"])
        #expect(try await visitor.post("/tasks", form).status == .seeOther)
        storage.fail([])
        #expect(try await visitor.post("/tasks", form).status == .seeOther)
        let list = try await visitor.get("/tasks").text
        #expect(list.components(separatedBy: "id=\"task-").count - 1 == 1, "\(list)")
    }

    @Test func `an answer of the provider that came meanwhile signs in later`() async throws {
        var visitor = stage.visitor()
        let address = "/sign-in?registration=myGraphService&return=/people"
        storage.fail()
        Self.expectUnavailable(try await visitor.get(address, .link))
        storage.fail([])
        let start = try await visitor.get(address, .link)
        let agent = tenant.userAgent(signingIn: tenant.person)
        let redirect = try #require(RedirectURI("\(Stage.address)\(SampleApp.quickStartWebPath)"))
        let visit = try await agent.prepareVisit(for: redirect)
        let answer = try await visit.open(try #require(URL(string: start.location))).revealed.absoluteString
        storage.fail()
        let page = try await visitor.get(answer, .elsewhere)
        Self.expectUnavailable(page)
        storage.fail([])
        let done = try await visitor.get(page.link("Try again"), .link)
        #expect(done.location == "/people", "\(done.text)")
        #expect(try await visitor.get("/people", .link).text.contains("Ana Silva"))
    }

    @Test func `a sign-in that fails halfway offers to begin again`() async throws {
        var visitor = stage.visitor()
        let start = try await visitor.get("/sign-in?registration=myGraphService&return=/people?q=con", .link)
        let agent = tenant.userAgent(signingIn: tenant.person)
        let redirect = try #require(RedirectURI("\(Stage.address)\(SampleApp.quickStartWebPath)"))
        let visit = try await agent.prepareVisit(for: redirect)
        let answer = try await visit.open(try #require(URL(string: start.location))).revealed.absoluteString
        storage.fail(["insert"])
        let page = try await visitor.get(answer, .elsewhere)
        #expect(page.status == .serviceUnavailable && page.head.headerFields[.retryAfter] == "7")
        #expect(page.text.contains("The app is temporarily unavailable"), "not the provider: \(page.text)")
        storage.fail([])
        #expect(try await stage.signIn(&visitor, at: page.link("Sign in")).text.contains("1 person found"))
    }

    @Test func `a failure that stays is an error without a promise`() async throws {
        var visitor = try await stage.employee()
        storage.fail(["entries"], with: FailingSessionStorage.Damage())
        let page = try await visitor.get("/tasks", .link)
        #expect(page.status != .ok && page.head.headerFields[.retryAfter] == nil)
        #expect(!page.text.contains("The app is temporarily unavailable"))
    }
}
