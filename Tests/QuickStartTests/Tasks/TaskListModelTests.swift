// SPDX-License-Identifier: Apache-2.0
import QuickStart
import SignIn
import TaskListClient
import Testing

private struct ScriptedTasks: TaskSource {
    let script = Script<String, [TaskItem]>()

    func tasks() async throws -> [TaskItem] { try await script.ask("tasks") }
    func add(_ text: String) async throws -> TaskItem { try await one("add \(text)") }
    func edit(_ text: String, of id: TaskItem.ID) async throws -> TaskItem { try await one("edit \(id): \(text)") }
    func setCompleted(_ completed: Bool, of id: TaskItem.ID) async throws -> TaskItem {
        try await one("\(completed ? "done" : "not done") \(id)")
    }
    func remove(_ id: TaskItem.ID) async throws { _ = try await script.ask("remove \(id)") }

    private func one(_ question: String) async throws -> TaskItem {
        try #require(try await script.ask(question).first)
    }
}

@MainActor @Suite(.timeLimit(.minutes(1))) struct TaskListModelTests {
    private let source = ScriptedTasks()
    private let model: TaskListModel
    private let milk = task("milk")
    private var script: Script<String, [TaskItem]> { source.script }

    init() { model = TaskListModel(source) }

    private func load() async {
        model.load()
        await script.answer("tasks", [milk])
        await model.settled()
    }

    @Test func `a task is added, done and removed`() async {
        await load()
        model.draft = "bread"
        model.add()
        await script.answer("add bread", [task("bread")])
        await model.settled()
        model.setCompleted(true, of: milk.id)
        #expect(model.state.phase.content?.map(\.completed) == [true, false])
        await script.answer("done id of milk", [task("milk", completed: true)])
        model.remove("id of bread")
        #expect(model.state.phase.content?.map(\.text) == ["milk"])
        await script.answer("remove id of bread", [])
        await model.settled()
        #expect(model.state.changes.isEmpty)
        #expect((model.state.phase.content?.map(\.text), model.draft) == (["milk"], ""))
    }

    @Test func `a task is edited, removed and brought back`() async {
        await load()
        model.edit(" oat milk ", of: milk.id)
        #expect(model.state.phase.content?.map(\.text) == ["oat milk"])
        var done = task("milk", completed: true)
        done.text = "oat milk"
        await script.answer("edit id of milk: oat milk", [done])
        await model.settled()
        model.remove(milk.id)
        await script.answer("remove id of milk", [])
        await model.settled()
        #expect(model.state.removed == done)
        model.undo()
        #expect(model.state.phase.content?.map(\.text) == ["oat milk"])
        await script.answer("add oat milk", [task("oat milk")])
        await script.answer("done id of oat milk", [task("oat milk", completed: true)])
        await model.settled()
        #expect(model.state.phase.content?.map(\.completed) == [true])
        #expect(model.state.removed == nil, "what is back cannot come back twice")
    }

    @Test func `changes reach the service in the order in which they were made`() async {
        await load()
        model.setCompleted(true, of: milk.id)
        model.setCompleted(false, of: milk.id)
        await script.asked("done id of milk")
        for _ in 0..<100 { await Task.yield() }
        #expect(await script.questions == ["tasks", "done id of milk"])
        await script.answer("done id of milk", [task("milk", completed: true)])
        await script.answer("not done id of milk", [milk])
        await model.settled()
        #expect(model.state.phase.content?.map(\.completed) == [false])
    }

    @Test func `a failed change can be retried`() async {
        await load()
        model.draft = "bread"
        model.add()
        await script.fail("add bread", offline)
        await model.settled()
        #expect(model.draft == "bread")
        model.retry()
        await script.answer("add bread", [task("bread")])
        await model.settled()
        #expect(model.state.phase.content?.map(\.text) == ["milk", "bread"])
    }

    @Test func `after a sign-in the list and the text are there`() async {
        model.draft = "bread"
        model.load()
        await script.fail("tasks", signedOut)
        await model.settled()
        #expect(model.state.phase == .signedOut)
        model.retry()
        await script.answer("tasks", [milk])
        await model.settled()
        #expect((model.state.phase.content?.map(\.text), model.draft) == (["milk"], "bread"))
    }
}
