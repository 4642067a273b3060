// SPDX-License-Identifier: Apache-2.0
import QuickStart
import SignIn
import TaskListClient
import Testing

@Suite struct TaskListStateTests {
    private var list = TaskListState()
    private let milk = task("milk")
    private let bread = task("bread")

    private var texts: [String] { list.phase.content?.map(\.text) ?? [] }

    private mutating func load(_ tasks: [TaskItem]) { list.loaded(tasks, for: list.load()) }

    @Test mutating func `a list is idle, busy, empty or there`() {
        #expect(list.phase == .idle)
        let load = list.load()
        #expect(list.phase == .busy)
        list.loaded([], for: load)
        #expect(list.phase == .empty)
        self.load([milk])
        #expect(texts == ["milk"])
    }

    @Test(arguments: [
        (offline as any Error, Phase<[TaskRow]>.failed(Failure(offline))), (signedOut, .signedOut),
        (CancellationError(), .idle),
    ]) mutating func `a list that does not come`(_ error: any Error, _ phase: Phase<[TaskRow]>) {
        list.loadFailed(error, for: list.load())
        #expect(list.phase == phase)
    }

    @Test mutating func `a list that is shown stays when the next does not come`() {
        load([milk])
        let load = list.load()
        #expect(texts == ["milk"])
        list.loadFailed(offline, for: load)
        #expect(texts == ["milk"])
        #expect(list.failure == Failure(offline))
        list.loadFailed(signedOut, for: list.load())
        #expect(list.phase == .signedOut)
    }

    @Test mutating func `only the response to the latest request is used`() {
        let (older, newer) = (list.load(), list.load())
        list.loaded([milk], for: newer)
        list.loaded([], for: older)
        list.loadFailed(offline, for: older)
        #expect(texts == ["milk"])
        #expect(list.failure == nil)
    }

    @Test mutating func `a task is shown while it is added`() throws {
        load([milk])
        list.typed(" bread ")
        let change = try required(list.add())
        #expect(change.action == .add("bread"))
        #expect(texts == ["milk", "bread"])
        #expect(list.phase.content?.last?.isSaving == true)
        #expect(list.add() == nil, "pressing twice adds once")
        list.typed("eggs")
        list.confirm(change, bread)
        #expect(texts == ["milk", "bread"])
        #expect(list.phase.content?.last?.isSaving == false)
        #expect(list.draft == "eggs", "the next text can be typed meanwhile")
    }

    @Test mutating func `a task that could not be added is taken back, and its text stays`() throws {
        load([])
        list.typed("bread")
        list.refuse(try required(list.add()), offline)
        #expect((list.phase, list.draft, list.failure) == (.empty, "bread", Failure(offline)))
        #expect(try required(list.retry()).action == .add("bread"))
        #expect((list.failure, list.draft) == (nil, ""))
    }

    @Test mutating func `a task that could not be added leaves the text that was typed meanwhile`() throws {
        load([])
        list.typed("bread")
        let change = try required(list.add())
        list.typed("eggs")
        list.refuse(change, offline)
        #expect(list.draft == "eggs")
        #expect(try required(list.retry()).action == .add("bread"))
        #expect(list.draft == "eggs")
    }

    @Test mutating func `a text without a letter is none`() {
        #expect([" ", "", "\n\t"].allSatisfy { !TaskListState.isText($0) } && TaskListState.isText(" a "))
        load([])
        #expect(list.change(.add("  ")) == nil)
    }

    @Test mutating func `white space is not a task`() {
        list.typed(" \n")
        #expect(list.add() == nil)
    }

    @Test(arguments: [
        TaskListState.Action.setCompleted(true, id: "id of milk"), .remove(id: "id of milk"),
    ]) mutating func `a change shows at once and is undone by a refusal`(_ action: TaskListState.Action) throws {
        load([milk, bread])
        let before = list.phase
        let change = try required(list.change(action))
        #expect(list.phase != before)
        list.refuse(change, offline)
        #expect((list.phase, list.failure, list.retry()?.action) == (before, Failure(offline), action))
        #expect(list.retry() == nil)
    }

    @Test mutating func `changes are confirmed in any order`() throws {
        load([milk, bread])
        let done = try required(list.change(.setCompleted(true, id: milk.id)))
        try list.confirm(required(list.change(.remove(id: bread.id))), nil)
        #expect(texts == ["milk"])
        #expect(list.phase.content?.first?.isSaving == true)
        list.confirm(done, task("milk", completed: true))
        #expect(list.phase.content?.map(\.completed) == [true])
        list.refuse(done, offline)
        #expect(list.phase.content?.map(\.completed) == [true], "it was answered already")
        #expect(list.failure == nil)
    }

    @Test mutating func `a list that is loaded keeps the changes that are open`() throws {
        load([milk])
        _ = try required(list.change(.setCompleted(true, id: milk.id)))
        load([milk, bread])
        #expect(list.phase.content?.map(\.completed) == [true, false])
    }

    @Test mutating func `a task that already has the state or is gone needs no change`() throws {
        load([milk])
        #expect(list.change(.setCompleted(false, id: milk.id)) == nil)
        #expect(list.change(.remove(id: "nobody")) == nil)
        list.typed("bread")
        _ = try required(list.add())
        let adding = try #require(list.phase.content?.last)
        #expect(list.change(.remove(id: adding.id)) == nil)
        #expect(list.change(.setCompleted(true, id: adding.id)) == nil)
    }

    @Test mutating func `a task that was removed elsewhere goes, and is not tried again`() throws {
        load([milk, bread])
        let gone = TaskListError(status: 404, code: "TaskNotFound", message: "there is no task")
        list.refuse(try required(list.change(.setCompleted(true, id: milk.id))), gone)
        #expect(texts == ["bread"])
        #expect((list.failure, list.retry()) == (Failure(gone), nil))
    }

    @Test mutating func `a sign-in that ends signs the page out and keeps the text`() throws {
        load([milk])
        list.typed("bread")
        list.refuse(try required(list.add()), signedOut)
        #expect((list.phase, list.draft, list.failure) == (.signedOut, "bread", nil))
    }

    @Test mutating func `an edit changes the text at once, and an empty or equal text changes nothing`() throws {
        load([milk, bread])
        for text in ["", "  ", " milk "] { #expect(list.change(.edit(text, id: milk.id)) == nil) }
        let edit = try required(list.change(.edit(" oat milk ", id: milk.id)))
        #expect(edit.action == .edit("oat milk", id: milk.id))
        #expect(texts == ["oat milk", "bread"])
        list.refuse(edit, offline)
        #expect(texts == ["milk", "bread"])
        #expect(list.retry()?.action == edit.action)
    }

    @Test mutating func `an edit of a task that was removed elsewhere is not tried again`() throws {
        load([milk, bread])
        let gone = TaskListError(status: 404, code: "TaskNotFound", message: "there is no task")
        list.refuse(try required(list.change(.edit("oat milk", id: milk.id))), gone)
        #expect(texts == ["bread"])
        #expect(list.retry() == nil)
    }

    @Test mutating func `the task that was removed last comes back until the next change`() throws {
        load([milk, bread])
        #expect(list.undo() == nil)
        list.confirm(try required(list.change(.remove(id: milk.id))), nil)
        #expect(list.removed == milk)
        let undo = try required(list.undo())
        #expect(undo.action == .restore(milk))
        #expect(texts == ["bread", "milk"])
        list.refuse(undo, offline)
        #expect(list.removed == milk, "it can be tried again")
        list.confirm(try required(list.undo()), milk)
        #expect(texts == ["bread", "milk"])
        list.confirm(try required(list.change(.remove(id: milk.id))), nil)
        _ = list.change(.setCompleted(true, id: bread.id))
        #expect(list.undo() == nil)
    }

    @Test mutating func `a filter shows what it says, and open tasks are counted`() {
        load([milk, task("bread", completed: true)])
        #expect(list.openCount == 1)
        let shown = TaskListState.Filter.allCases.map { filter in
            (list.phase.content ?? []).filter(filter.shows).map(\.text)
        }
        #expect(shown == [["milk", "bread"], ["milk"], ["bread"]])
    }
}
