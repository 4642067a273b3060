// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import HTTPMessages
import HTTPTransport
import LocalTenant
import SampleServers
import SignInTesting
import TaskListClient
import Testing

@Suite struct TaskPagesTests {
    let stage: Stage
    private var tenant: TestTenant { stage.tenant }

    init() async throws { stage = try Stage(at: try await withTenant { $0 }) }

    /// Sends a form in a tab of its own; gives how many tasks the list has after it.
    private static func countAfter(_ form: String, _ browser: PageVisitor) async throws -> Int {
        var tab = browser
        let response = try await tab.post("/tasks", form)
        return try await tab.get(response.location, .link).text.components(separatedBy: "id=\"task-").count - 1
    }

    @Test func `a task is added, done, edited, removed and brought back`() async throws {
        var visitor = try await stage.employee()
        #expect(try await visitor.get("/tasks").text.contains("No tasks yet"))
        var page = try await visitor.sendTasks(["text": " Send <b>minutes</b> "])
        #expect(page.text.contains(">Send &lt;b&gt;minutes&lt;/b&gt;</span>") && page.text.contains("1 task to do"))
        let id = try #require(page.taskIDs.first)
        page = try await visitor.sendTasks(["done": id])
        #expect(page.text.contains("Nothing to do") && page.text.contains("class=\"done\""))
        page = try await visitor.sendTasks(["open": id])
        #expect(page.text.contains("1 task to do"))
        let editing = try await visitor.get("/tasks?edit=\(id)", .link)
        #expect(editing.text.contains("value=\"Send &lt;b&gt;minutes&lt;/b&gt;\""))
        page = try await visitor.sendTasks(["edit": id, "text": "Send minutes"], on: editing)
        #expect(page.text.contains(">Send minutes</span>"))
        page = try await visitor.sendTasks(["done": id])
        page = try await visitor.sendTasks(["remove": id])
        #expect(page.text.contains("“Send minutes” was removed.") && page.taskIDs.isEmpty)
        page = try await visitor.sendTasks(["undo": "1"])
        #expect(page.taskIDs.count == 1 && page.text.contains("class=\"done\""))
        #expect(!page.text.contains("was removed"), "it comes back once")
    }

    @Test func `a removed task can be brought back for ten minutes`() async throws {
        var visitor = try await stage.employee()
        var page = try await visitor.sendTasks(["text": "one"])
        page = try await visitor.sendTasks(["remove": #require(page.taskIDs.first)])
        tenant.clock.advance(by: .seconds(599))
        #expect(try await visitor.get("/tasks").text.contains("“one” was removed."))
        tenant.clock.advance(by: .seconds(2))
        #expect(try await !visitor.get("/tasks").text.contains("was removed"))
    }

    @Test func `another user of the browser cannot restore a removed task`() async throws {
        var visitor = try await stage.employee()
        var page = try await visitor.sendTasks(["text": "private"])
        page = try await visitor.sendTasks(["remove": #require(page.taskIDs.first)])
        #expect(page.text.contains("“private” was removed."))
        try await stage.signIn(
            &visitor, at: "/sign-in?registration=myGraphService&prompt=select_account&return=/tasks",
            as: tenant.otherPerson)
        #expect(try await !visitor.get("/tasks").text.contains("private"))
        _ = try await visitor.sendTasks(["undo": "1"])
        #expect(try await visitor.get("/tasks").taskIDs.isEmpty)
    }

    @Test func `a button that is pressed twice does no harm`() async throws {
        var visitor = try await stage.employee()
        let id = try #require(try await visitor.sendTasks(["text": "one"]).taskIDs.first)
        for change: KeyValuePairs in [["done": id], ["remove": id], ["undo": "1"]] {
            let form = try await visitor.get("/tasks").fields(of: "/tasks", change)
            for _ in 0..<2 { #expect(try await visitor.post("/tasks", form).status == .seeOther, "\(change)") }
        }
        #expect(try await visitor.get("/tasks").taskIDs.count == 1)
    }

    @Test func `a filter keeps its place over a change`() async throws {
        var visitor = try await stage.employee()
        for text in ["one", "two"] { _ = try await visitor.sendTasks(["text": text]) }
        let first = try #require(try await visitor.get("/tasks").taskIDs.first)
        let open = try await visitor.get("/tasks?filter=open", .link)
        let after = try await visitor.post("/tasks", try open.fields(of: "/tasks", ["done": first]))
        #expect(after.location == "/tasks?filter=open")
        #expect(try await visitor.get("/tasks?filter=open", .link).taskIDs.count == 1)
        #expect(try await visitor.get("/tasks?filter=done", .link).taskIDs == [first])
        #expect(try await visitor.get("/tasks?filter=nonsense", .link).taskIDs.count == 2)
    }

    @Test func `a form that comes twice adds one task`() async throws {
        var visitor = try await stage.employee()
        let form = try await visitor.get("/tasks").fields(of: "/tasks", ["text": "once"])
        let browser = visitor
        async let one = Self.countAfter(form, browser)
        async let two = Self.countAfter(form, browser)
        let counts = try await [one, two]
        #expect(counts == [1, 1], "the second waits for the first, and sees its task")
        _ = try await visitor.sendTasks(["text": "once"])
        #expect(try await visitor.get("/tasks").taskIDs.count == 2, "a new page adds a new task")
    }

    @Test func `the user's input survives a failed request, and the same form adds it later`() async throws {
        var visitor = try await stage.employee()
        let form = try await visitor.get("/tasks").fields(of: "/tasks", ["text": "Water the plants"])
        stage.faults.setDown(["localhost:3000"])
        let failed = try await visitor.post("/tasks", form)
        #expect(failed.status == .serviceUnavailable && failed.text.contains("The service cannot be reached."))
        #expect(failed.text.contains("value=\"Water the plants\""))
        stage.faults.clear()
        _ = try await visitor.post("/tasks", form)
        #expect(try await visitor.get("/tasks").taskIDs.count == 1, "the failed form did not count")
    }

    @Test func `what was typed survives the end of the session`() async throws {
        var visitor = try await stage.employee()
        let form = try await visitor.get("/tasks").fields(of: "/tasks", ["text": "Water the plants"])
        try await stage.endSessions()
        let start = try await visitor.post("/tasks", form)
        try await stage.signInCustomers()
        // The list is of customers first; the account of the form was the employee's.
        #expect(start.status == .seeOther)
        let again = try await stage.answer(start, &visitor, path: SampleApp.customerWebPath)
        #expect(again.text.contains("Send your form again") && again.text.contains("Water the plants"))
    }

    @Test func `an empty text, a task that is gone, and odd forms are refused`() async throws {
        var visitor = try await stage.employee()
        let empty = try await visitor.sendTasks(["text": "  "])
        #expect(empty.status == .unprocessableContent && empty.text.contains("Enter a task."))
        let gone = try await visitor.sendTasks(["done": "00000000-0000-0000-0000-000000000000"])
        #expect(gone.status == .unprocessableContent && gone.text.contains("This task has been removed."))
        let long = try await visitor.sendTasks(["text": String(repeating: "x", count: 2_000)])
        #expect(long.status == .unprocessableContent && long.text.contains("can have at most"))
        #expect(try await visitor.post("/tasks", "text=forged").status == .forbidden)
        for origin in [PageVisitor.Origin.formElsewhere, .formOfSister] {
            #expect(try await visitor.post("/tasks", "text=forged", origin).status == .forbidden)
        }
        #expect(try await visitor.sendTasks(["undo": "1"]).status == .ok, "an undo that comes too late")
        #expect(try await visitor.get("/tasks").taskIDs.isEmpty)
    }

    @Test func `two people in two browsers see nothing of each other`() async throws {
        var (ana, conor) = (try await stage.employee(), try await stage.employee(tenant.otherPerson))
        _ = try await ana.sendTasks(["text": "Ana's secret"])
        let list = try await conor.get("/tasks")
        #expect(!list.text.contains("secret") && list.text.contains("Tasks of Conor"))
        let id = try #require(try await ana.get("/tasks").taskIDs.first)
        _ = try await conor.sendTasks(["remove": id])
        #expect(try await conor.sendTasks(["done": id]).status == .unprocessableContent)
        #expect(try await ana.get("/tasks").taskIDs == [id])
        // A form of the other's page, with one's own cookie.
        let form = try await ana.get("/tasks").fields(of: "/tasks", ["text": "planted"])
        #expect(try await conor.post("/tasks", form).status == .forbidden)
    }

    @Test func `a form of another account's list changes nothing`() async throws {
        var visitor = try await stage.employee()
        let form = try await visitor.get("/tasks").fields(of: "/tasks", ["text": "for Ana"])
        try await stage.signIn(
            &visitor, at: "/sign-in?registration=myGraphService&prompt=select_account&return=/tasks",
            as: tenant.otherPerson)
        let now = try await visitor.get("/tasks")
        #expect(now.text.contains("Tasks of Conor"))
        let account = try #require(form.split(separator: "&").first { $0.hasPrefix("account=") })
        let mixed = try now.fields(of: "/tasks", ["text": "for Ana"]).split(separator: "&")
            .map { $0.hasPrefix("account=") ? account : $0 }.joined(separator: "&")
        let refused = try await visitor.post("/tasks", mixed)
        #expect(refused.status == .unprocessableContent && refused.text.contains("You have switched accounts."))
        #expect(refused.text.contains("value=\"for Ana\""), "the text is not lost")
        #expect(try await visitor.get("/tasks").taskIDs.isEmpty)
    }

    @Test func `a customer signs in to a list of their own, beside the employee's`() async throws {
        try await stage.signInCustomers()
        var visitor = stage.visitor()
        let page = try await visitor.get("/tasks")
        #expect(page.text.contains("Sign in to see your tasks"))
        let list = try await stage.signIn(
            &visitor, at: page.link("Sign in as a customer"), path: SampleApp.customerWebPath)
        #expect(list.text.contains("Tasks of"))
        _ = try await visitor.sendTasks(["text": "customer's task"])
        try await stage.signIn(&visitor, at: "/sign-in?registration=myGraphService&return=/accounts")
        #expect(try await visitor.get("/tasks").text.contains("customer&#39;s task"))
        let accounts = try await visitor.get("/accounts")
        for (label, flow) in [("Edit profile", "b2c_1_edit_profile"), ("Set a new password", "b2c_1_reset")] {
            let start = try await visitor.get(accounts.link(label), .link)
            #expect(start.location.lowercased().contains(flow), "\(start.location)")
        }
        _ = try await visitor.post("/accounts", accounts.fields(of: "/accounts"))
        let work = try await visitor.get("/tasks")
        #expect(work.text.contains("Tasks of Ana Silva") && !work.text.contains("customer"))
    }
}
