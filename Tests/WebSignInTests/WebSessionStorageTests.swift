// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import SignInTesting
import WebSignInSQLite

@testable import WebSignIn

/// Both storages keep sessions for two processes.
@Suite struct WebSessionStorageTests {
    private let temporary = TemporaryFolder()
    private var folder: URL { temporary.url }

    @Test func `memory keeps sessions as it must`() async {
        #expect(await WebSessionStorageConformance { MemoryWebSessionStorage() }.failures() == [])
    }

    @Test func `SQLite keeps sessions as it must`() async throws {
        let conformance = WebSessionStorageConformance {
            try SQLiteWebSessionStorage(file: folder.appending(path: "\(UUID()).sqlite"))
        }
        #expect(await conformance.failures() == [])
    }

    @Test func `only its owner can read the file`() throws {
        let file = folder.appending(path: "sessions.sqlite")
        _ = try SQLiteWebSessionStorage(file: file)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func `a file that is no database is refused and left alone`() throws {
        let file = folder.appending(path: "sessions.sqlite")
        let text = Data(String(repeating: "not a database ", count: 100).utf8)
        try text.write(to: file)
        #expect(throws: (any Error).self) { try SQLiteWebSessionStorage(file: file) }
        #expect(try Data(contentsOf: file) == text)
    }

    private static func accounts(in file: URL, key: SessionKey) async throws -> SessionAccountStorage {
        let storage = try SQLiteWebSessionStorage(file: file)
        let id = StoredSession.ID(rawValue: "a")
        if try await storage.sessions([id]).isEmpty {
            let now = Date()
            try await storage.insert(
                StoredSession(
                    id: id, lookup: StoredSession.Lookup(rawValue: "l"), sealedKey: Data(), startedAt: now, usedAt: now,
                    endsAt: now + 1000, expiresAt: now + 1000, browser: ""))
        }
        return SessionAccountStorage(storage: storage, session: id, key: key, time: .system)
    }

    @Test func `the accounts of a session are an account storage, which two processes can share`() async throws {
        let key = SessionKey.random()
        let again: AccountStorageConformance.Sharing = { storage in
            guard let storage = storage as? SessionAccountStorage else { return storage }
            return SessionAccountStorage(storage: storage.storage, session: storage.session, key: key, time: .system)
        }
        let conformance = AccountStorageConformance(sharedBy: again) {
            try await Self.accounts(in: folder.appending(path: "\(UUID()).sqlite"), key: key)
        }
        #expect(await conformance.failures() == [])
    }

    @Test func `two processes with one storage answer in turn, and refresh a token once`() async throws {
        let tenant = try await withTenant { $0 }
        let file = folder.appending(path: "sessions.sqlite")
        let network = StubTransport { [tenant] in try await tenant.transport.send($0, body: $1) }
        let books = try (0..<2).map { _ in
            try VisitorBook(at: tenant, keepingIn: try SQLiteWebSessionStorage(file: file), over: network)
        }
        var visitor = Visitor(of: books[0])
        let answer = try await visitor.answer(to: visitor.get("/hello"))
        var other = Visitor(of: books[1])
        other.cookies = visitor.cookies
        #expect(try await other.get(answer, .elsewhere).status == .seeOther)
        visitor.cookies = other.cookies
        #expect(try await visitor.get("/token").text == "a token")
        #expect(try await other.get("/token").text == "a token")
        func tokenRequests() -> Int { network.requests.count { $0.path?.hasSuffix("/token") == true } }
        let before = tokenRequests()
        tenant.clock.advance(by: .seconds(2 * 3600))
        async let first = visitor.asking("/token")
        async let second = other.asking("/token")
        #expect(try await [first, second] == ["a token", "a token"])
        #expect(tokenRequests() == before + 1)
    }
}

extension Visitor {
    /// The text of a page, requested by a copy of this browser.
    func asking(_ path: String) async throws -> String {
        var copy = self
        return try await copy.get(path).text
    }

    func posting(_ path: String, _ form: String) async throws -> TransportResponse {
        var copy = self
        return try await copy.post(path, form)
    }
}
