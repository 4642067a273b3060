// SPDX-License-Identifier: Apache-2.0
import QuickStart
import SignIn
import Testing

@Suite struct SignInStateTests {
    private var state = SignInState()

    private mutating func begin(_ visit: SignInVisit = .signIn(.anyAccount)) throws -> SignInState.Attempt {
        try required(state.start(visit))
    }

    @Test mutating func `a sign-in is idle, busy and done, and knows where to come back to`() throws {
        #expect(state.phase == .idle)
        let attempt = try required(state.start(from: .people(search: "Ann")))
        #expect(state.phase == .busy)
        #expect(state.start() == nil, "one visit at a time")
        state.signedIn(account("ann"), by: attempt)
        #expect((state.phase, state.place) == (.content(account("ann")), .people(search: "Ann")))
        #expect(state.attempt == nil)
    }

    @Test(arguments: [
        offline as any Error, Refusal(.stateMismatch, "the redirect is another's"), ServerError(.serverError),
        ServerError(.invalidClient), ServerError(.accessDenied, nextAction: .askAdministrator), signedOut,
    ]) mutating func `a failure waits, and offers to start again`(_ error: any Error) throws {
        #expect(try state.failed(error, by: required(state.start(from: .tasks(draft: "milk")))) == nil)
        let failure = try #require(state.phase.failure)
        #expect(failure.steps.last == .cancel)
        let first = try #require(failure.steps.first)
        #expect((state.choose(first)?.visit, state.place) == (.signIn(.anyAccount), .tasks(draft: "milk")))
    }

    @Test(arguments: [CancellationError() as any Error, cancelledThere])
    mutating func `to cancel is no failure`(_ error: any Error) throws {
        #expect(try (state.failed(error, by: begin()), state.phase) == (nil, .idle))
    }

    @Test mutating func `late results of a canceled visit are discarded`() throws {
        let attempt = try begin()
        #expect(state.choose(.cancel) == nil)
        state.signedIn(account("ann"), by: attempt)
        #expect((state.failed(offline, by: attempt), state.changed(by: attempt)) == (nil, nil))
        #expect(state.phase == .idle)
        let next = try begin()
        state.signedIn(account("ann"), by: attempt)
        #expect(state.phase == .busy)
        state.signedIn(account("bea"), by: next)
        #expect(state.phase == .content(account("bea")))
    }

    @Test mutating func `a forgotten password leads to the reset and back, once`() throws {
        let first = try begin()
        let reset = try required(state.failed(passwordForgotten, by: first))
        #expect(reset.visit == .change(.password))
        #expect(state.phase == .busy)
        let second = try required(state.changed(by: reset))
        #expect(second.visit == .signIn(.anyAccount))
        #expect(state.failed(passwordForgotten, by: second) == nil, "it never loops")
        #expect(state.phase.failure?.steps.first == .resetPassword)
        let chosen = try required(state.choose(.resetPassword))
        #expect(chosen.visit == .change(.password))
        #expect(try state.failed(passwordForgotten, by: required(state.changed(by: chosen))) == nil)
    }

    @Test mutating func `a reset that fails waits for the person`() throws {
        let reset = try required(state.failed(passwordForgotten, by: try begin()))
        #expect((state.failed(offline, by: reset), state.phase.failure) == (nil, Failure(offline)))
        let again = try begin()
        #expect(state.failed(passwordForgotten, by: again)?.visit == .change(.password), "a new beginning")
    }

    @Test mutating func `a reset that is left is no failure`() throws {
        let reset = try required(state.failed(passwordForgotten, by: try begin()))
        #expect((state.failed(cancelledThere, by: reset), state.phase) == (nil, .idle))
    }

    @Test mutating func `missing consent is asked for by name`() throws {
        let error = ServerError(.invalidGrant, nextAction: .consent(["User.Read.All"]))
        #expect(state.failed(error, by: try begin()) == nil)
        let action = try #require(state.phase.failure?.steps.first)
        #expect(action == .consent(["User.Read.All"]))
        #expect(state.choose(action)?.visit == .signIn(.consent(["User.Read.All"])))
    }
}
