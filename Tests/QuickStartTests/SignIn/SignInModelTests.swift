// SPDX-License-Identifier: Apache-2.0
import QuickStart
import SignIn
import Testing

private struct ScriptedSignIn: SignInSource {
    let script = Script<SignInVisit, Account>()
    func signIn(_ wish: SignInWish) async throws -> Account { try await script.ask(.signIn(wish)) }
    func show(_ change: AccountChange) async throws { _ = try await script.ask(.change(change)) }
}

@MainActor @Suite(.timeLimit(.minutes(1))) struct SignInModelTests {
    private let source = ScriptedSignIn()
    private let model: SignInModel
    private var script: Script<SignInVisit, Account> { source.script }

    init() { model = SignInModel(source) }

    @Test func `a forgotten password leads to the reset and back`() async {
        model.signIn(from: .tasks(draft: "milk"))
        await script.fail(.signIn(.anyAccount), passwordForgotten)
        await script.answer(.change(.password), account("nobody"))
        await script.answer(.signIn(.anyAccount), account("ann"))
        await model.settled()
        #expect((model.state.phase, model.state.place) == (.content(account("ann")), .tasks(draft: "milk")))
        #expect(await script.questions.count == 3)
    }

    @Test func `a changed profile leads to the sign-in, which reads the new name`() async {
        model.change(.profile)
        await script.answer(.change(.profile), account("ann"))
        await script.answer(.signIn(.anyAccount), account("anna"))
        await model.settled()
        #expect(model.state.phase == .content(account("anna")))
    }

    @Test func `a change that the person leaves changes nothing, and asks for no sign-in`() async {
        model.change(.profile)
        await script.fail(.change(.profile), CancellationError())
        await model.settled()
        #expect(model.state.phase == .idle)
        #expect(await script.questions == [.change(.profile)])
    }

    @Test func `a failure is not followed by another visit until the person says so`() async {
        model.signIn()
        await script.fail(.signIn(.anyAccount), offline)
        await model.settled()
        #expect(await script.questions.count == 1)
        model.choose(.retry)
        await script.answer(.signIn(.anyAccount), account("ann"))
        await model.settled()
        #expect(model.state.phase == .content(account("ann")))
    }

    @Test func `leaving cancels the visit, and what it brings is dropped`() async {
        model.signIn()
        await script.asked(.signIn(.anyAccount))
        model.choose(.cancel)
        #expect(model.state.phase == .idle)
        await script.answer(.signIn(.anyAccount), account("ann"))
        await model.settled()
        #expect(model.state.phase == .idle)
        #expect(await script.wasCancelled(.signIn(.anyAccount)))
    }

    @Test func `requests another account explicitly`() async {
        model.signIn(.anotherAccount)
        model.signIn()
        await script.answer(.signIn(.anotherAccount), account("bea"))
        await model.settled()
        #expect(await script.questions == [.signIn(.anotherAccount)])
    }
}
