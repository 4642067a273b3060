// SPDX-License-Identifier: Apache-2.0
import Fixtures
import MicrosoftGraph
import QuickStart
import SignInTesting

@MainActor @Suite(.timeLimit(.minutes(1))) struct AppConnectionTests {
    let tenant: TestTenant

    init() async throws { tenant = try await withTenant { $0 } }

    private static func connection(
        to tenant: TestTenant, scopes: String = "openid offline_access User.Read.All", keychain: String? = nil,
        keepingIn storage: (Settings) throws -> any AccountStorage = { _ in MemoryAccountStorage() }
    ) throws -> AppConnection {
        let file = SettingsFile(
            authority: tenant.registration.issuer.absoluteString, clientID: tenant.registration.clientID,
            redirectURI: "http://localhost", scopes: scopes,
            graphAPI: tenant.graph.deletingLastPathComponent().absoluteString, keychain: keychain)
        let settings = try Settings(propertyList: try file.propertyList(), file: "settings.plist")
        return AppConnection(
            settings,
            accounts: AccountStore(try storage(settings), over: tenant.transport, time: tenant.clock.time))
    }

    @Test func `a person signs in, finds another, opens their page and signs out`() async throws {
        let connection = try Self.connection(to: tenant)
        let search = PeopleSearchModel(DirectoryPeople(connection))
        search.text = "Conor"
        search.submit()
        await search.settled()
        #expect(search.state.phase == .signedOut)

        let signIn = SignInModel(
            UserAgentSignIn(connection, with: tenant.userAgent(signingIn: tenant.person)))
        signIn.signIn(from: .people(search: search.text))
        await signIn.settled()
        let account = try #require(signIn.state.phase.content)
        #expect(account.identity.username == tenant.person.username)

        search.submit()
        await search.settled()
        #expect(search.state.phase.content?.map(\.id).contains(tenant.otherPerson.id) == true)
        let page = PersonModel(DirectoryPeople(connection))
        page.open(tenant.otherPerson.id)
        await page.settled()
        #expect(page.state.profile.content?.userPrincipalName == tenant.otherPerson.username)

        let accounts = AccountsModel(StoredAccounts(connection))
        await accounts.load()
        #expect(accounts.state.current == account)
        await accounts.signOut(account.id)
        #expect(accounts.state.phase == .empty)
        search.submit()
        await search.settled()
        #expect(search.state.phase == .signedOut)
    }

    @Test func `consent adds the named permission to those of the settings, and shows the page`() async throws {
        let connection = try Self.connection(to: tenant, scopes: "openid offline_access User.Read")
        let agent = WatchingUserAgent(tenant.userAgent(signingIn: tenant.person))
        let source = UserAgentSignIn(connection, with: agent)
        _ = try await source.signIn(.anotherAccount)
        let session = connection.flow.session(of: try await connection.account())
        let before = try await session.accessToken(for: ["User.Read"])
        _ = try await source.signIn(.consent(["User.ReadBasic.All"]))
        let after = try await session.accessToken(for: ["User.Read"])
        #expect(before != after, "pages use the token with the new permission")
        let queries = await agent.queries
        #expect(queries.map { $0["prompt"] } == ["select_account", "consent"])
        #expect(queries.last?["scope"] == "openid profile offline_access User.Read User.ReadBasic.All")
        #expect(queries.first?["scope"] == "openid profile offline_access User.Read")
        #expect(try await connection.accounts.accounts(of: connection.settings.registration).count == 1)
    }

    @Test func `another person is asked for consent only if nobody is signed in`() async throws {
        let agent = tenant.userAgent(signingIn: tenant.person)
        let damaged = try Self.connection(to: tenant) { _ in DamagedStorage() }
        let error = await #expect(throws: AccountStorageError.self) {
            try await UserAgentSignIn(damaged, with: agent).signIn(.consent(["User.Read"]))
        }
        #expect(error?.code == .damaged)
        let empty = try Self.connection(to: tenant)
        let account = try await UserAgentSignIn(empty, with: agent).signIn(.consent(["User.Read"]))
        #expect(account.identity.username == tenant.person.username)
    }

    @Test func `two programs whose settings name one keychain have one sign-in`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let key = SealingKey(random: .system)
        let tenant = try await withTenant { $0 }
        let program = { (keychain: String) in
            try Self.connection(to: tenant, keychain: keychain) {
                SealedAccountStorage(folder: folder, group: try #require($0.accountGroup), key: key)
            }
        }
        let first = try program("com.example.apps")
        let agent = tenant.userAgent(signingIn: tenant.person)
        let account = try await UserAgentSignIn(first, with: agent).signIn(.anyAccount)
        #expect(try await program("com.example.apps").account() == account)
        let error = await #expect(throws: Refusal.self) { try await program("com.example.others").account() }
        #expect(error?.code == .signInRequired)
    }

    @Test func `pages of a removed account do not fall back to another account`() async throws {
        let connection = try Self.connection(to: tenant)
        let agent = tenant.userAgent(signingIn: tenant.person)
        let current = try await UserAgentSignIn(connection, with: agent).signIn(.anyAccount)
        #expect(try await (connection.account(), connection.account(current.id)) == (current, current))
        let refusal = await #expect(throws: Refusal.self) {
            try await connection.account(Account.ID(rawValue: "gone"))
        }
        #expect(refusal?.code == .signInRequired)
    }

    @Test func `a password change without a user flow in the settings is an error`() async throws {
        let source = UserAgentSignIn(
            try Self.connection(to: tenant), with: tenant.userAgent(signingIn: tenant.person))
        let error = await #expect(throws: Failure.self) { try await source.show(.password) }
        #expect(error?.fault == .noUserFlow(key: "resetPolicy"))
    }

    @Test func `a failed page shows a sign-in in progress, and its failure again after a cancellation`() async throws {
        let connection = try Self.connection(to: tenant)
        _ = try await connection.flow.signIn(with: tenant.userAgent(signingIn: tenant.person))
        let registration = RegistrationModel(connection, with: GivingUp.never)
        await registration.accounts.load()
        await registration.loadTasks()
        let failed = registration.taskPhase(.all)
        #expect(failed.failure?.fault == .noTaskList)
        let signingIn = Task { await registration.signIn() }
        try await until { registration.signIn.state.attempt != nil }
        #expect(registration.taskPhase(.all) == .signedOut)
        registration.signIn.cancel()
        await signingIn.value
        #expect(registration.taskPhase(.all) == failed)
    }

    @Test func `a request for tasks without a task list in the settings is an error`() async throws {
        let connection = try Self.connection(to: tenant)
        let error = #expect(throws: Failure.self) { try connection.taskList(as: account("ann")) }
        #expect(error?.fault == .noTaskList)
        let tasks = TaskListModel(ServiceTasks(connection))
        tasks.load()
        await tasks.settled()
        #expect(tasks.state.phase == .signedOut)
    }
}

private struct DamagedStorage: AccountStorage {
    func prepare() async throws {}
    func damagedAccounts() async throws -> [AccountStorageError] { [] }
    func records() async throws -> [AccountRecord] { throw AccountStorageError(.damaged, "the file x is no account") }
    func record(_ id: Account.ID) async throws -> AccountRecord? { nil }
    func save(_ record: AccountRecord) async throws -> (record: AccountRecord, stamp: AccountStamp) {
        (record, AccountStamp())
    }
    func remove(_ id: Account.ID) async throws {}
    func stamp(of id: Account.ID) async throws -> AccountStamp? { nil }
    func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result { try await body() }
}

private actor WatchingUserAgent: UserAgent {
    private let agent: any UserAgent
    private(set) var queries: [[String: String]] = []

    init(_ agent: any UserAgent) { self.agent = agent }

    func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit {
        Visit(visit: try await agent.prepareVisit(for: registered), watcher: self)
    }

    private func note(_ url: URL) {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        queries.append(Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first })
    }

    private struct Visit: UserAgentVisit {
        let visit: any UserAgentVisit
        let watcher: WatchingUserAgent
        var redirectURI: RedirectURI { visit.redirectURI }

        func open(_ url: URL) async throws -> Redacted<URL> {
            await watcher.note(url)
            return try await visit.open(url)
        }
    }
}
