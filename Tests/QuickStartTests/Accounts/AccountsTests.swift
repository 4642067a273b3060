// SPDX-License-Identifier: Apache-2.0
import Fixtures
import QuickStart
import SignIn

private struct ScriptedAccounts: AccountsSource {
    let script = Script<String, [Account]>()
    func accounts() async throws -> [Account] { try await script.ask("accounts") }
    func signOut(_ account: Account) async throws -> SignOut {
        _ = try await script.ask("sign out \(account.id.rawValue)")
        return SignOut(
            session: .open(try required(URL(string: "https://login.example/logout"))), refreshToken: .absent)
    }
}

@Suite struct AccountsStateTests {
    private var accounts = AccountsState()
    private let ann = account("ann")
    private let bea = account("bea")

    private mutating func load(_ list: [Account]) { accounts.loaded(list, for: accounts.load()) }

    @Test mutating func `accounts are idle, busy, empty, there or unreadable`() {
        #expect(accounts.phase == .idle)
        let load = accounts.load()
        #expect(accounts.phase == .busy)
        accounts.loaded([], for: load)
        #expect((accounts.phase, accounts.current) == (.empty, nil))
        self.load([ann])
        #expect(accounts.phase == .content([ann]))
        let error = AccountStorageError(.unreadable, "the folder cannot be read")
        accounts.loadFailed(error, for: accounts.load())
        #expect(accounts.phase == .failed(Failure(error)))
    }

    @Test mutating func `the latest sign-in is the current account until another is chosen`() {
        load([ann, bea])
        #expect(accounts.current == ann)
        accounts.choose(bea.id)
        #expect(accounts.current == bea)
        load([ann])
        #expect(accounts.current == ann, "an account that is gone is no choice")
    }

    @Test mutating func `an account that was just signed in is there once, and current`() {
        load([ann, bea])
        let late = accounts.load()
        accounts.add(bea)
        accounts.loaded([ann], for: late)
        #expect((accounts.phase, accounts.current) == (.content([bea, ann]), bea))
    }

    @Test mutating func `an account being signed out is not used, and is removed at the end`() {
        load([ann, bea])
        let late = accounts.load()
        #expect(accounts.signOut(ann.id) == ann)
        #expect(accounts.signOut(ann.id) == nil, "once is enough")
        #expect((accounts.signOut(account("cid").id), accounts.current) == (nil, bea))
        accounts.signedOut(ann.id, SignOut(session: .remains(reason: offline), refreshToken: .absent))
        accounts.loaded([ann, bea], for: late)
        #expect((accounts.phase, accounts.sessionFailure?.fault) == (.content([bea]), .unreachable))
        #expect(accounts.sessionFailure?.steps == [.cancel], "the account is gone, so that nothing can be repeated")
        #expect((accounts.signOut(bea.id), accounts.sessionFailure) == (bea, nil))
        accounts.signedOut(bea.id, SignOut(session: .remains(reason: nil), refreshToken: .remains(reason: nil)))
        #expect((accounts.phase, accounts.sessionFailure) == (.empty, nil))
    }

    @Test mutating func `an unrevoked refresh token is reported with the page to open`() throws {
        load([ann])
        _ = accounts.signOut(ann.id)
        let page = try required(URL(string: "https://login.example/logout"))
        accounts.signedOut(ann.id, SignOut(session: .open(page), refreshToken: .remains(reason: offline)))
        #expect(accounts.sessionPage == page && accounts.sessionFailure?.fault == .unreachable)
    }

    @Test mutating func `an account that cannot be signed out remains, with the reason`() {
        load([ann])
        _ = accounts.signOut(ann.id)
        accounts.signOutFailed(offline, of: ann.id)
        #expect((accounts.current, accounts.failure) == (ann, Failure(offline)))
        accounts.dismissFailure()
        #expect(accounts.failure == nil)
    }
}

@MainActor @Suite(.timeLimit(.minutes(1))) struct AccountsModelTests {
    private let source = ScriptedAccounts()

    @Test func `accounts are listed and signed out`() async {
        let model = AccountsModel(source)
        async let loaded: Void = model.load()
        await source.script.answer("accounts", [account("ann"), account("bea")])
        await loaded
        async let left: Void = model.signOut(account("ann").id)
        await source.script.asked("sign out ann")
        #expect(model.state.leaving == [account("ann").id])
        await source.script.answer("sign out ann", [])
        await left
        #expect(model.state.sessionPage?.absoluteString == "https://login.example/logout")
        model.sessionPageShown()
        #expect((model.state.sessionPage, model.state.phase) == (nil, .content([account("bea")])))
        async let kept: Void = model.signOut(account("bea").id)
        await source.script.fail("sign out bea", offline)
        await kept
        #expect((model.state.current, model.state.failure) == (account("bea"), Failure(offline)))
        async let again: Void = model.retry()
        await source.script.answer("sign out bea", [])
        await again
        #expect(model.state.phase == .empty && model.state.failure == nil)
    }
}
