// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import SampleServers
import SignInTesting
import Testing

@Suite struct PeoplePagesTests {
    let stage: Stage
    private var tenant: TestTenant { stage.tenant }

    init() async throws { stage = try Stage(at: try await withTenant { $0 }) }

    @Test func `from the first page to a colleague`() async throws {
        var visitor = stage.visitor()
        let start = try await visitor.get("/")
        #expect(start.text.contains("Find colleagues"))
        #expect(visitor.cookies.isEmpty, "a page for everyone sets no cookie")
        let search = try await stage.signIn(&visitor, at: start.link("People in your organization"))
        #expect(search.text.contains("Search people") && search.text.contains("Ana Silva"))
        let results = try await visitor.get("/people?q=con", .link)
        #expect(results.text.contains("1 person found"))
        let address = try #require(results.text.firstMatch(of: #/href="(/people/[^"]+)"/#)).1
        let person = try await visitor.get(String(address), .link)
        for part in [
            "Conor O&#39;Brien", "Regional Sales Manager", "mailto:conor.obrien@aldervale.example",
            "tel:+353209143258", "Lakshmi Venkataraman", "3 direct reports",
        ] { #expect(person.text.contains(part), "\(part)") }
    }

    @Test(arguments: ["cono", "o'br", "CONOR.OBRIEN@", "Conor O'Brien", "  con  "])
    func `each field of a name is searched`(_ text: String) async throws {
        var visitor = try await stage.employee()
        let query = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        for path in ["/people?q=\(query)", "/people/results?q=\(query)"] {
            #expect(try await visitor.get(path, .link).text.contains("Conor O&#39;Brien"), "\(path)")
        }
    }

    @Test func `the states of a search say what they are`() async throws {
        var visitor = try await stage.employee()
        let idle = try await visitor.get("/people")
        #expect(!idle.text.contains("found") && !idle.text.contains("class=\"person\""))
        #expect(try await visitor.get("/people?q=%3Cb%3Eqq").text.contains("No results for “&lt;b&gt;qq”"))
        stage.faults.setDown(["/v1.0/"])
        let failed = try await visitor.get("/people?q=con")
        #expect(failed.status == .serviceUnavailable)
        #expect(failed.text.contains("The service cannot be reached.") && failed.text.contains("value=\"con\""))
        #expect(try failed.link("Try again") == "/people?q=con")
        stage.faults.clear()
        #expect(try await visitor.get(failed.link("Try again"), .link).text.contains("1 person found"))
    }

    @Test func `without an account the page offers to sign in, and comes back to the search`() async throws {
        var visitor = stage.visitor()
        let page = try await visitor.get("/people?q=con")
        #expect(page.status == .ok && page.text.contains("Sign in to search"))
        #expect(try await stage.signIn(&visitor, at: page.link("Sign in")).text.contains("1 person found"))
        var other = stage.visitor()
        let script = try await other.get("/people/results?q=con", .script)
        #expect(script.status == .unauthorized && script.text.contains("sign_in"))
        #expect(other.cookies.isEmpty)
    }

    @Test func `a missing permission is named, requested immediately, and then granted`() async throws {
        let stage = try Stage(at: tenant, scopes: "offline_access User.Read")
        var visitor = try await stage.employee()
        let refused = try await visitor.get("/people?q=con")
        #expect(refused.text.contains("this app needs the permission User.ReadBasic.All"))
        let start = try await visitor.post("/accounts/agree", try refused.fields(of: "/accounts/agree"))
        #expect(try await stage.answer(start, &visitor).text.contains("1 person found"))
        #expect(try await visitor.get("/accounts").text.contains("read names and email addresses"))
    }

    @Test func `a long text is cut before it reaches Graph`() async throws {
        var visitor = try await stage.employee()
        stage.faults.clear()
        let marks = "a" + String(repeating: "%CC%81", count: 400)
        #expect(try await visitor.get("/people?q=\(marks)").status == .ok)
        let asked = try #require(stage.faults.asked.first { $0.contains("/users?") })
        #expect(asked.components(separatedBy: "%CC%81").count - 1 <= 5 * 100, "five fields")
    }

    @Test func `another site cannot ask for a permission in the name of the app`() async throws {
        var visitor = try await stage.employee()
        let forged = "registration=myGraphService&scope=Mail.Read&return=/"
        for origin in [PageVisitor.Origin.formElsewhere, .formOfSister] {
            #expect(try await visitor.post("/accounts/agree", forged, origin).status == .forbidden)
        }
        #expect(try await visitor.post("/accounts/agree", forged).status == .forbidden, "without the form's token")
    }

    @Test func `a longer list has its own URL, and the script loads only the rest`() async throws {
        for number in 1...45 {
            _ = try await tenant.administration.addPerson(
                "zed\(number)@aldervale.example", named: "Zed \(number)", in: "aldervale.example")
        }
        var visitor = try await stage.employee()
        let first = try await visitor.get("/people?q=zed")
        #expect(first.text.contains("The first 20 people") && first.count(of: "class=\"person\"") == 20)
        #expect(try first.link("Show more") == "/people?q=zed&shown=40#person-20")
        let all = try await visitor.get("/people?q=zed&shown=40", .link)
        #expect(all.count(of: "class=\"person\"") == 40)
        #expect(all.count(of: "id=\"person-20\"") == 1, "the link leads to the first new person")
        let rest = try await visitor.get("/people/results?q=zed&shown=60&from=40", .script)
        #expect(rest.count(of: "class=\"person\"") == 5 && rest.text.contains("45 people found"))
        #expect(!rest.text.contains("<html"))
        for odd in ["shown=-1", "shown=x", "shown=99999999999999999999", "from=-5", "shown=5&from=999"] {
            #expect(try await visitor.get("/people?q=zed&\(odd)", .link).status == .ok, "\(odd)")
        }
    }

    @Test func `a person without a name or email does not show another person's`() async throws {
        var visitor = try await stage.employee()
        stage.faults.refuse("/users?", .ok, #"{"value":[{"id":"1"},{"id":"2","displayName":"","mail":"<i>@x"}]}"#)
        stage.faults.refuse("/users/1?", .ok, #"{"id":"1"}"#)
        stage.faults.refuse("/users/1/", .notFound)
        let list = try await visitor.get("/people?q=x")
        let rows = list.text.components(separatedBy: "<ul class=\"people\">")[1]
        #expect(rows.components(separatedBy: "No name").count == 3)
        #expect(!rows.contains("Ana") && !rows.contains("ana.silva") && rows.contains("&lt;i&gt;@x"))
        let page = try await visitor.get("/people/1")
        let main = page.text.components(separatedBy: "<main")[1]
        #expect(main.contains("No name") && !main.contains("Ana") && !main.contains("ana.silva"))
    }

    @Test func `people whose data are markup are shown as text`() async throws {
        var visitor = try await stage.employee()
        let markup = #"<script>alert(1)</script>" onload='x"#
        let name = try #require(String(data: JSONEncoder().encode(markup), encoding: .utf8))
        let person =
            #"{"id":"1","displayName":\#(name),"jobTitle":\#(name),"mail":\#(name),"businessPhones":[\#(name)]}"#
        stage.faults.refuse("/users?", .ok, #"{"value":[\#(person)]}"#)
        stage.faults.refuse("/users/1?", .ok, person)
        stage.faults.refuse("/users/1/manager", .ok, person)
        stage.faults.refuse("/users/1/directReports", .ok, #"{"value":[\#(person)]}"#)
        let query = try #require(markup.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        for (path, count) in [("/people?q=x", 2), ("/people?q=\(query)", 3), ("/people/1", 8)] {
            let text = try await visitor.get(path, .link).text
            #expect(!text.contains("<script>") && !text.contains("\" onload"), "\(path)")
            let shown =
                text.components(separatedBy: "&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&#39;x").count - 1
            #expect(shown >= count, "\(path) \(shown)")
        }
    }

    @Test func `a person that is not there, and a photo that is not there`() async throws {
        var visitor = try await stage.employee()
        let missing = try await visitor.get("/people/nobody%40aldervale.example")
        #expect(missing.status == .notFound && missing.text.contains("There is no person with that name."))
        let photo = try await visitor.get("/people/nobody%40aldervale.example/photo")
        #expect(photo.head.headerFields[.contentType] == "image/svg+xml")
        let ana = try await visitor.get("/people/\(tenant.person.username.replacing("@", with: "%40"))/photo")
        #expect(ana.head.headerFields[.contentType] == "image/png")
        #expect(ana.head.headerFields[.cacheControl] == "private, max-age=600")
        for path in ["/people/..%2F..%2Fme", "/people/%2e%2e%2fme", "/people/a%00b"] {
            #expect(try await visitor.get(path).status == .notFound, "\(path)")
        }
    }

    @Test func `a personal account learns that it has no directory`() async throws {
        var visitor = try await stage.employee()
        stage.faults.refuse(
            "/users?", .badRequest,
            #"{"error":{"code":"BadRequest","message":"This API is not supported for MSA accounts"}}"#)
        let page = try await visitor.get("/people?q=con")
        #expect(page.text.contains("A personal account has no directory"))
        #expect(try page.link("Sign in with another account").contains("prompt=select_account"))
    }
}

extension TransportResponse {
    func count(of part: String) -> Int { text.components(separatedBy: part).count - 1 }
}
