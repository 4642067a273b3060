// SPDX-License-Identifier: Apache-2.0

import Fixtures
import SignInTesting

/// The journeys through the web app, at any address.
struct WebJourneys {
    private static let ana = "ana.silva@aldervale.example"
    private static let conor = "conor.obrien@aldervale.example"
    private static let ines = "ines.kallio@mailbox.example"

    let web: String
    let tenant: URL
    let transport: any Transport
    let meanwhile: () async throws -> Void

    func colleague() async throws {
        var visitor = PageVisitor(at: web, over: transport)
        let start = try await visitor.get("/")
        let search = try await signIn(&visitor, at: start.link("People in your organization"), as: Self.ana)
        #expect(search.text.contains("Search people") && search.text.contains("Ana Silva"))
        let results = try await visitor.get("/people?q=con", .link)
        #expect(results.text.contains("1 person found"), "\(results.text)")
        try await meanwhile()
        let address = try #require(results.text.firstMatch(of: #/href="(/people/[^"]+)"/#)).1
        let person = try await visitor.get(String(address), .link)
        for part in ["Conor O&#39;Brien", "Regional Sales Manager", "Lakshmi Venkataraman", "3 direct reports"] {
            #expect(person.text.contains(part), "\(part)")
        }
        let part = try await visitor.get("/people/results?q=con", .script)
        #expect(part.status == .ok && part.text.contains("Conor O&#39;Brien"))
    }

    func anotherPerson() async throws {
        var visitor = try await employee(Self.ana)
        let page = try await visitor.get("/sign-out", .link)
        try await meanwhile()
        let out = try await visitor.post("/sign-out", page.fields(of: "/sign-out"))
        #expect(out.location.hasPrefix(tenant.absoluteString), "\(out.text)")
        #expect(visitor.cookie == nil)
        let people = try await visitor.get("/people", .link)
        #expect(!people.text.contains("Ana Silva"))
        let after = try await signIn(&visitor, at: people.link("Sign in"), as: Self.conor)
        #expect(after.text.contains("Conor O&#39;Brien") && !after.text.contains("Ana Silva"))
    }

    func customersTasks() async throws {
        var visitor = PageVisitor(at: web, over: transport)
        let page = try await visitor.get("/tasks")
        let list = try await signIn(
            &visitor, at: page.link("Sign in as a customer"), as: Self.ines, path: "/sign-in/tasks")
        #expect(list.text.contains("No tasks yet"), "\(list.text)")
        _ = try await visitor.sendTasks(["text": "Buy milk"])
        let added = try await visitor.sendTasks(["text": "Call <b>Conor</b>"])
        #expect(added.text.contains("2 tasks to do") && added.text.contains("Call &lt;b&gt;Conor&lt;/b&gt;"))
        let milk = try #require(added.taskIDs.first)
        try await meanwhile()
        #expect(try await visitor.sendTasks(["done": milk]).text.contains("1 task to do"))
        #expect(try await visitor.get("/tasks?filter=done", .link).taskIDs == [milk])
        let editing = try await visitor.get("/tasks?edit=\(milk)", .link)
        let edited = try await visitor.sendTasks(["edit": milk, "text": "Buy oat milk"], on: editing)
        #expect(edited.text.contains(">Buy oat milk</span>"))
        try await meanwhile()
        #expect(try await visitor.sendTasks(["remove": milk]).text.contains("“Buy oat milk” was removed."))
        let back = try await visitor.sendTasks(["undo": "1"])
        #expect(back.taskIDs.count == 2 && back.text.contains("Buy oat milk"))
        for id in back.taskIDs { _ = try await visitor.sendTasks(["remove": id]) }
    }

    func twoPeople() async throws {
        var (ana, conor) = (try await employee(Self.ana), try await employee(Self.conor))
        _ = try await ana.sendTasks(["text": "Only for Ana"])
        try await meanwhile()
        _ = try await conor.sendTasks(["text": "Only for Conor"])
        let (first, second) = (try await ana.get("/tasks", .link), try await conor.get("/tasks", .link))
        #expect(first.text.contains("Only for Ana") && !first.text.contains("Only for Conor"))
        #expect(second.text.contains("Only for Conor") && !second.text.contains("Only for Ana"))
        let id = try #require(first.taskIDs.first)
        #expect(try await conor.sendTasks(["done": id]).status == .unprocessableContent)
        for id in first.taskIDs { _ = try await ana.sendTasks(["remove": id]) }
        for id in second.taskIDs { _ = try await conor.sendTasks(["remove": id]) }
    }

    /// A form sent twice at once, to two instances, adds one task.
    func doubleClick() async throws {
        var visitor = try await employee(Self.ana)
        let form = try await visitor.get("/tasks", .link).fields(of: "/tasks", ["text": "once"])
        let browser = visitor
        async let one = Self.post(form, browser)
        async let two = Self.post(form, browser)
        #expect(try await [one, two] == [.seeOther, .seeOther])
        try await meanwhile()
        // After a lost response, a person does this.
        #expect(try await visitor.post("/tasks", form).status == .seeOther)
        let list = try await visitor.get("/tasks", .link)
        #expect(list.taskIDs.count == 1, "\(list.text)")
        for id in list.taskIDs { _ = try await visitor.sendTasks(["remove": id]) }
    }

    func twoAccounts() async throws {
        var visitor = try await employee(Self.ana)
        try await signIn(
            &visitor, at: "/sign-in?registration=myGraphService&prompt=select_account&return=/accounts",
            as: Self.conor)
        let both = try await visitor.get("/accounts", .link)
        #expect(both.text.contains("Ana Silva") && both.text.contains("Conor O&#39;Brien"))
        try await meanwhile()
        // The latest is active; the person chooses the other.
        _ = try await visitor.post("/accounts", both.fields(of: "/accounts"))
        #expect(try await visitor.get("/tasks", .link).text.contains("Tasks of Ana Silva"))
        let out = try await visitor.post("/sign-out", both.fields(of: "/sign-out"))
        #expect(out.location == "/sign-out/done?here")
        let left = try await visitor.get("/accounts", .link)
        #expect(left.text.contains(Self.ana) && !left.text.contains(Self.conor))
    }

    func otherSessions() async throws {
        var (here, there) = (try await employee(Self.conor), try await employee(Self.conor))
        let form = try await there.get("/tasks", .link).fields(of: "/tasks", ["text": "Water the plants"])
        let sessions = try await here.get("/sign-in/sessions", .link)
        try await meanwhile()
        // The last button ends all others.
        let buttons = sessions.text.components(separatedBy: "action=\"/sign-in/sessions\"").count - 1
        let others = try sessions.fields(of: "/sign-in/sessions", at: buttons - 1)
        #expect(try await here.post("/sign-in/sessions", others).status.kind != .serverError)
        #expect(try await here.get("/people?q=con", .link).text.contains("1 person found"))
        let start = try await there.post("/tasks", form)
        // The list belongs to customers first; the form's account was the employee's.
        let again = try await answer(start, &there, as: Self.ines, path: "/sign-in/tasks")
        #expect(again.text.contains("Send your form again") && again.text.contains("Water the plants"))
        let after = try await there.post("/tasks", again.fields(of: "/tasks"))
        #expect(after.status.kind != .serverError && !after.location.contains("/sign-in"), "\(after.text)")
    }

    /// An administrator revokes a person's sessions: Graph demands a later sign-in, then the search continues.
    func stepUp() async throws {
        var visitor = try await employee(Self.conor)
        #expect(try await visitor.get("/people?q=con", .link).text.contains("1 person found"))
        let administration = TenantAdministration(over: transport, at: tenant)
        var page = try await visitor.get("/people", .link)
        // Graph accepts a token of the revocation's second. The app sends no person to the provider right after a
        // sign-in there.
        try await until("the revocation counts") {
            try await administration.send(
                "POST", "directories/aldervale.example/people/\(Self.conor)/revokeSignInSessions", Data("{}".utf8))
            page = try await visitor.get("/people?q=con", .link)
            return page.text.contains("Sign in to search")
        }
        try await meanwhile()
        let after = try await answer(visitor.get(page.link("Sign in"), .link), &visitor, as: Self.conor)
        #expect(after.text.contains("1 person found"), "\(after.text)")
    }

    // MARK: Steps

    private func employee(_ username: String) async throws -> PageVisitor {
        var visitor = PageVisitor(at: web, over: transport)
        try await signIn(&visitor, at: "/sign-in?registration=myGraphService&return=/people", as: username)
        return visitor
    }

    /// Signs in from an address that leads to the provider, and returns the next page.
    @discardableResult
    private func signIn(
        _ visitor: inout PageVisitor, at address: String, as username: String, path: String = "/sign-in/people"
    ) async throws -> TransportResponse {
        try await answer(visitor.get(address, .link), &visitor, as: username, path: path)
    }

    private func answer(
        _ start: TransportResponse, _ visitor: inout PageVisitor, as username: String, path: String = "/sign-in/people"
    ) async throws -> TransportResponse {
        #expect(start.status == .seeOther, "\(start.text)")
        let agent = ScriptedUserAgent(over: transport, username: username, password: "watchword")
        let visit = try await agent.prepareVisit(for: try #require(RedirectURI("\(web)\(path)")))
        let answer = try await visit.open(try #require(URL(string: start.location))).revealed.absoluteString
        try await meanwhile()
        let response = try await visitor.get(answer, .elsewhere)
        #expect(response.status == .seeOther, "\(response.text)")
        return try await visitor.get(response.location, .link)
    }

    private static func post(_ form: String, _ browser: PageVisitor) async throws -> HTTPResponse.Status {
        var tab = browser
        return try await tab.post("/tasks", form).status
    }
}

/// `Tests/Deploy`'s settings of the web app at other addresses, with a standard registration.
struct WebSettings {
    /// The standard registration's name is the provider's host.
    static let (standardName, standardPath) = ("127.0.0.1", "/sign-in/standard")
    static let (standardID, standardSecret) = ("quickstart-on-the-web", "secret-of-a-test")

    let arguments: [String]

    init(_ tenant: String, web: String, tasks: String, in folder: URL) throws {
        let samples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Deploy")
        let standard = folder.appending(path: "standard.plist")
        let values = [
            "issuer": "\(tenant)/op", "clientId": Self.standardID, "secret": Self.standardSecret,
            "redirectUri": "\(web)\(Self.standardPath)", "scopes": "openid profile offline_access",
        ]
        try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0).write(to: standard)
        arguments =
            try ["people.plist", "tasks.plist"].flatMap { name in
                let text = try String(contentsOf: samples.appending(path: name), encoding: .utf8)
                    .replacing("http://127.0.0.1:4400", with: tenant)
                    .replacing("https://app.example.com", with: web).replacing("http://127.0.0.1:3000", with: tasks)
                let file = folder.appending(path: name)
                try text.write(to: file, atomically: true, encoding: .utf8)
                return ["--settings", file.path]
            } + ["--settings", standard.path]
    }
}
