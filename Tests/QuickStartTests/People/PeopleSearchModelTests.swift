// SPDX-License-Identifier: Apache-2.0
import Fixtures
import MicrosoftGraph
import QuickStart
import SignIn
import SignInProvider

private struct ScriptedPeople: PeopleSource {
    let script = Script<String, PeoplePage>()
    func people(matching text: String) async throws -> PeoplePage { try await script.ask(text) }
}

@MainActor @Suite(.timeLimit(.minutes(1))) struct PeopleSearchModelTests {
    private let clock = ManualClock()
    private let source = ScriptedPeople()
    private let model: PeopleSearchModel
    private var script: Script<String, PeoplePage> { source.script }

    init() {
        let time = TimeSource(
            date: { Date() }, elapsed: { .zero }, sleep: { [clock] in try await clock.pause($0) })
        model = PeopleSearchModel(source, delay: .milliseconds(300), time: time)
    }

    @Test func `sends no request while the user is typing`() async {
        model.text = "A"
        await clock.hasBegun(1)
        clock.advance(by: .milliseconds(299))
        model.text = "An"
        await clock.hasBegun(2)
        clock.advance(by: .milliseconds(299))
        #expect(await script.questions == [])
        #expect(model.state.phase == .busy)
        clock.advance(by: .milliseconds(1))
        await script.answer("An", PeoplePage([person("Ann")]))
        await model.settled()
        #expect(await script.questions == ["An"])
        #expect(model.state.phase == .content([person("Ann")]))
    }

    @Test func `return asks at once`() async {
        model.text = "Ann"
        model.submit()
        await script.answer("Ann", PeoplePage([]))
        await model.settled()
        #expect(model.state.phase == .empty)
        #expect(await script.questions == ["Ann"])
    }

    @Test func `a newer question cancels the older, whose late answer is dropped`() async {
        model.text = "A"
        model.submit()
        await script.asked("A")
        model.text = "An"
        model.submit()
        await script.answer("An", PeoplePage([person("Ann")]))
        await model.settled()
        await script.answer("A", PeoplePage([person("Abe")]) { PeoplePage([]) })
        #expect(await script.wasCancelled("A"))
        #expect((model.state.phase, model.state.more) == (.content([person("Ann")]), .none))
    }

    @Test func `a late first page does not replace the next page of a newer search`() async {
        let (older, newer) = (Script<Int, PeoplePage>(), Script<Int, PeoplePage>())
        model.text = "A"
        model.submit()
        await script.asked("A")
        model.text = "An"
        model.submit()
        await script.answer("An", PeoplePage([person("Ann")]) { try await newer.ask(2) })
        await model.settled()
        await script.answer("A", PeoplePage([person("Abe")]) { try await older.ask(2) })
        #expect(await script.wasCancelled("A"))
        model.showMore()
        await newer.answer(2, PeoplePage([person("Anton")]))
        await model.settled()
        #expect(model.state.phase == .content([person("Ann"), person("Anton")]))
        #expect(await older.questions == [])
    }

    @Test func `a late further page leaves the next page of the newer question in its place`() async {
        let (older, newer) = (Script<Int, PeoplePage>(), Script<Int, PeoplePage>())
        model.text = "A"
        model.submit()
        await script.answer("A", PeoplePage([person("Abe")]) { try await older.ask(2) })
        await model.settled()
        model.showMore()
        await older.asked(2)
        model.text = "An"
        model.submit()
        await script.answer("An", PeoplePage([person("Ann")]) { try await newer.ask(2) })
        await model.settled()
        await older.answer(2, PeoplePage([person("Ada")]) { try await older.ask(3) })
        #expect(await older.wasCancelled(2))
        model.showMore()
        await newer.answer(2, PeoplePage([person("Anton")]))
        await model.settled()
        #expect(model.state.phase == .content([person("Ann"), person("Anton")]))
        #expect(await older.questions == [2])
    }

    @Test func `an emptied field cancels the question`() async {
        model.text = "A"
        model.submit()
        await script.asked("A")
        model.text = ""
        await script.fail("A", offline)
        await model.settled()
        #expect(model.state.phase == .idle)
    }

    @Test func `the next page comes when it is asked for, and again after a failure`() async {
        let next = Script<Int, PeoplePage>()
        model.text = "x"
        model.submit()
        await script.answer("x", PeoplePage([person("A")]) { try await next.ask(2) })
        await model.settled()
        #expect(await next.questions == [])
        model.showMore()
        await next.fail(2, offline)
        await model.settled()
        #expect(model.state.more == .failed(Failure(offline)))
        model.showMore()
        await next.answer(2, PeoplePage([person("B")]))
        await model.settled()
        #expect(model.state.phase.content?.map(\.id) == ["A", "B"])
        model.showMore()
        #expect(await next.questions == [2, 2])
    }

    @Test func `after a sign-in the question is there again`() async {
        model.text = "Ann"
        model.submit()
        await script.fail("Ann", signedOut)
        await model.settled()
        #expect(model.state.phase == .signedOut)
        model.submit()
        await script.answer("Ann", PeoplePage([person("Ann")]))
        await model.settled()
        #expect(model.state.phase == .content([person("Ann")]))
    }
}
