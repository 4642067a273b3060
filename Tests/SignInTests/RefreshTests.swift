// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import SignInTesting

@Suite struct RefreshTests {
    let signedIn: SignedIn

    init() async throws { signedIn = try await SignedIn() }

    @Test func `a valid token needs no request`() async throws {
        let token = try await signedIn.token()
        #expect(token == (try await signedIn.record())?.tokens.first?.accessToken)
        #expect(signedIn.transport.sent.isEmpty)
    }

    @Test func `a token that ended is replaced, and the scopes are said again`() async throws {
        let before = try #require(try await signedIn.record())
        signedIn.expire()
        let token = try await signedIn.session().accessToken(for: ["User.Read.All"])
        let after = try #require(try await signedIn.record())
        #expect(token != before.tokens.first?.accessToken)
        #expect(after.tokens.map(\.accessToken) == [token])
        #expect(after.refreshToken != before.refreshToken, "the tenant gives a new one each time")
        let request = try #require(signedIn.transport.tokenRequests.first?.form)
        #expect(signedIn.transport.tokenRequests.count == 1)
        #expect(request["grant_type"] == "refresh_token")
        #expect(request["refresh_token"] == before.refreshToken?.revealed)
        #expect(request.values("scope", "client_secret") == ["User.Read.All openid profile offline_access", nil])
    }

    @Test func `tokens are asked for with a form in the content, by POST, and nothing in the address`() async throws {
        signedIn.expire()
        _ = try await signedIn.session().accessToken(for: ["User.Read.All"])
        let request = try #require(signedIn.transport.tokenRequests.first?.request)
        #expect(request.method == .post)
        #expect(request.headerFields[.contentType] == "application/x-www-form-urlencoded")
        #expect(request.path?.contains("?") == false)
    }

    @Test func `scopes are not sent again if the provider rejects them`() async throws {
        signedIn.expire()
        signedIn.transport.answerTokens(400, #"{"error":"invalid_request"}"#)
        var registration = signedIn.tenant.registration
        registration.rules.sendsScopesToTokenEndpoint = false
        let session = AccountSession(signedIn.account, of: registration, keptIn: signedIn.store)
        await expect(ServerError.self, .invalidRequest) { try await session.accessToken(for: signedIn.scopes) }
        #expect(signedIn.transport.tokenRequests.first?.form?["scope"] == nil)
    }

    @Test func `two hundred tasks cause one refresh`() async throws {
        signedIn.expire()
        let session = signedIn.session()
        let tokens = try await withThrowingTaskGroup(of: Redacted<String>.self) { group in
            for _ in 0..<200 { group.addTask { try await session.accessToken(for: signedIn.scopes) } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(tokens.count == 1)
        #expect(signedIn.transport.tokenRequests.count == 1)
    }

    @Test(arguments: [true, false])
    func `two programs over one storage cause one refresh`(_ onDisk: Bool) async throws {
        let key = SealingKey(random: .system)
        try await withFolder { folder in
            let signedIn = try await SignedIn(
                onDisk ? SealedAccountStorage(folder: folder, key: key) : MemoryAccountStorage())
            signedIn.expire()
            let sessions = (0..<4).map { _ in
                signedIn.session(in: onDisk ? SealedAccountStorage(folder: folder, key: key) : nil)
            }
            let tokens = try await withThrowingTaskGroup(of: Redacted<String>.self) { group in
                for session in sessions {
                    for _ in 0..<5 {
                        group.addTask { try await session.accessToken(for: signedIn.scopes) }
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(tokens.count == 1)
            #expect(signedIn.transport.tokenRequests.count == 1)
        }
    }

    @Test func `a token that cannot be stored is not returned`() async throws {
        let storage = HookedStorage()
        let signedIn = try await SignedIn(storage, isExpired: true)
        let before = try await signedIn.record()
        storage.fail()
        await expect(AccountStorageError.self, .unwritable) { try await signedIn.token() }
        #expect(try await signedIn.record() == before)
        storage.fail(false)
        let token = try await signedIn.token()
        #expect(storage.takeCalls().count { $0 == .save } == 2)
        #expect(try await signedIn.record()?.tokens.map(\.accessToken) == [token])
    }

    /// A provider that rotates accepts the old token once.
    @Test(arguments: [true, false])
    func `a refresh token that a full disk rejected is stored later`(_ byUserData: Bool) async throws {
        let storage = HookedStorage()
        let signedIn = try await SignedIn(storage)
        let store = signedIn.store
        signedIn.expire()
        let given = Redacted("rotated")
        signedIn.transport.changeTokens(["refresh_token": given.revealed])
        storage.fail()
        for _ in 0..<2 {
            await expect(AccountStorageError.self, .unwritable) { try await store.token(of: signedIn) }
        }
        storage.fail(false)
        if byUserData { try await store.setUserData(Data([1]), for: signedIn.account.id) }
        let token = try await store.token(of: signedIn)
        #expect(signedIn.transport.tokenRequests.count == 1)
        #expect(try await signedIn.record()?.refreshToken == given)
        #expect(try await signedIn.record()?.tokens.map(\.accessToken) == [token])
    }

    /// The refreshed tokens did not fit on the disk, which has room again.
    private static func withUnsavedTokens() async throws -> (SignedIn, HookedStorage) {
        let storage = HookedStorage()
        let signedIn = try await SignedIn(storage, isExpired: true)
        storage.fail()
        await expect(AccountStorageError.self, .unwritable) { try await signedIn.token() }
        storage.fail(false)
        return (signedIn, storage)
    }

    @Test func `a token that the full disk rejected does not replace a later sign-in`() async throws {
        let (signedIn, storage) = try await Self.withUnsavedTokens()
        let store = signedIn.store
        // Another program signs out and in: its account's generation is that of the first save.
        try await storage.remove(signedIn.account.id)
        _ = try await signedIn.tenant.signInFlow(keepingIn: storage).signIn(at: signedIn.tenant)
        let later = try await signedIn.record()
        let token = try await store.token(of: signedIn)
        #expect(try await signedIn.record()?.refreshToken == later?.refreshToken)
        #expect(later?.tokens.map(\.accessToken) == [token])
    }

    @Test func `tokens that did not fit on the disk outlive callers that give up`() async throws {
        let storage = HookedStorage()
        let signedIn = try await SignedIn(storage)
        let store = signedIn.store
        signedIn.expire()
        let given = Redacted("rotated")
        signedIn.transport.changeTokens(["refresh_token": given.revealed])
        storage.fail()
        _ = try? await store.token(of: signedIn)
        let (saving, save) = AsyncStream<Void>.makeStream()
        let (allowed, allow) = AsyncStream<Void>.makeStream()
        storage.before { call, _ in
            guard call == .save else { return }
            save.finish()
            for await _ in allowed {}
            throw AccountStorageError(.unwritable, "the disk is full")
        }
        let leaving = Task { try await store.setUserData(Data([1]), for: signedIn.account.id) }
        for await _ in saving {}
        leaving.cancel()
        allow.finish()
        await #expect(throws: AccountStorageError.self) { try await leaving.value }
        storage.fail(false)
        _ = try await store.token(of: signedIn)
        #expect(try await signedIn.record()?.refreshToken == given)
        #expect(signedIn.transport.tokenRequests.count == 1)
    }

    @Test func `what the disk had no room for does not bring a removed account back`() async throws {
        let (signedIn, storage) = try await Self.withUnsavedTokens()
        let store = signedIn.store
        try await storage.remove(signedIn.account.id)
        await expect(Refusal.self, .signInRequired) { try await store.token(of: signedIn) }
        #expect(try await signedIn.record() == nil)
    }

    @Test(arguments: [nil, ""] as [String?])
    func `without a new refresh token the old one stays`(_ refreshToken: String?) async throws {
        let before = try await signedIn.record()
        signedIn.expire()
        signedIn.transport.changeTokens(["refresh_token": refreshToken])
        _ = try await signedIn.token()
        #expect(try await signedIn.record()?.refreshToken == before?.refreshToken)
    }

    // OpenID Connect Core §12.2
    @Test func `without a new ID token the person and the session stay the same`() async throws {
        let before = try #require(try await signedIn.record())
        signedIn.expire()
        signedIn.transport.changeTokens(["id_token": nil])
        let token = try await signedIn.token()
        let after = try #require(try await signedIn.record())
        #expect(after.tokens.map(\.accessToken) == [token] && token != before.tokens.first?.accessToken)
        #expect(before.idToken != nil && after.idToken == before.idToken)
        #expect(after.claims == before.claims && after.id == before.id)
    }

    @Test func `a token for other scopes is requested separately, and stored with the first`() async throws {
        let session = signedIn.session()
        _ = try await session.accessToken(for: ["api://tasks/Tasks.ReadWrite"])
        _ = try await session.accessToken(for: ["api://tasks/Tasks.ReadWrite"])
        _ = try await session.accessToken(for: signedIn.scopes)
        #expect(try await (signedIn.transport.tokenRequests.count, signedIn.record()?.tokens.count) == (1, 2))
    }

    @Test func `a caller that gives up does not lose the refresh for the others`() async throws {
        signedIn.expire()
        let session = signedIn.session()
        let (asked, allow) = signedIn.transport.holdTokens()
        let given = Task { try await session.accessToken(for: signedIn.scopes) }
        for await _ in asked {}
        given.cancel()
        await #expect(throws: CancellationError.self) { try await given.value }
        async let other = session.accessToken(for: signedIn.scopes)
        allow.finish()
        let token = try await other
        #expect(signedIn.transport.tokenRequests.count == 1)
        #expect(try await signedIn.record()?.tokens.map(\.accessToken) == [token])
    }
}
