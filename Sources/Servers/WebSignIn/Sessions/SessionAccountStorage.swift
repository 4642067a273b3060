// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import SignIn
import SignInProvider
import Synchronization
import SystemCryptography

/// The accounts of one session, as entries of the session's storage.
///
/// Two sessions of one person have an account each, with tokens of their own.
struct SessionAccountStorage: AccountStorage {
    let storage: any WebSessionStorage
    let session: StoredSession.ID
    let key: SessionKey
    let time: TimeSource
    private let opened = OpenedRecords()

    init(storage: any WebSessionStorage, session: StoredSession.ID, key: SessionKey, time: TimeSource) {
        (self.storage, self.session, self.key, self.time) = (storage, session, key, time)
    }

    func prepare() {}

    func records() async throws -> [AccountRecord] {
        try await reading { try await storage.entries(beginning: Self.prefix, of: session) }.compactMap {
            try? open($0)
        }
    }

    func damagedAccounts() async throws -> [AccountStorageError] {
        try await reading { try await storage.entries(beginning: Self.prefix, of: session) }.compactMap { entry in
            guard (try? open(entry)) == nil else { return nil }
            return Self.damaged
        }
    }

    func record(_ id: Account.ID) async throws -> AccountRecord? {
        try await entry(id).map(open)
    }

    func save(_ record: AccountRecord) async throws -> AccountRecord {
        let earlier = try await entry(record.id)
        // A damaged account counts as none for a new sign-in, and as changed for a refresh.
        let kept = earlier.flatMap { try? open($0) }
        try record.requireGeneration(kept?.generation)
        let next = record.nextGeneration()
        var entry = StoredEntry(
            name: Self.name(record.id), version: earlier?.version ?? 0,
            content: try key.seal(try next.content(), as: Self.name(record.id)),
            indexNames: LogoutIndex.names(of: record), date: LogoutIndex.date(of: record))
        if let earlier, kept?.signedInAt == record.signedInAt {
            // The ID token of a refresh may name no session, and is younger than the sign-in.
            entry.indexNames.formUnion(earlier.indexNames)
            entry.date = earlier.date
        }
        guard try await writing({ try await storage.save(entry, of: session) }) else {
            throw AccountStorageError(
                .conflict, "another request has changed the account in the meantime; read it again")
        }
        if let kind = WebSessionEvent.Kind(of: next, after: kept) {
            try await writing { try await history.note(kind, of: next) }
        }
        return next
    }

    func remove(_ id: Account.ID) async throws {
        let entry = try await writing { try await storage.take(Self.name(id), of: session) }
        let record = try? entry.map(open)
        opened.forget(Self.name(id))
        guard let record else { return }
        try await writing { try await history.note(.signedOut, of: record) }
    }

    var history: SessionHistory { SessionHistory(storage: storage, session: session, key: key, time: time) }

    func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        let claim = StorageClaim("\(session.rawValue).\(id.rawValue)", in: storage, time: time)
        guard try await writing({ try await claim.acquire() }) else {
            throw AccountStorageError(.busy, "another process is refreshing this account; try again")
        }
        return try await claim.holding(body)
    }

    func stamp(of id: Account.ID) async throws -> AccountStamp? {
        try await entry(id).map { AccountStamp(Int64($0.version), Int64($0.content.hashValue)) }
    }

    private func entry(_ id: Account.ID) async throws -> StoredEntry? {
        try await reading { try await storage.entry(Self.name(id), of: session) }
    }

    private func open(_ entry: StoredEntry) throws(AccountStorageError) -> AccountRecord {
        if let record = opened.record(of: entry) { return record }
        guard let content = try? key.open(entry.content, as: entry.name),
            let record = try? AccountRecord(content: content)
        else {
            throw Self.damaged
        }
        opened.keep(record, of: entry)
        return record
    }

    private static let damaged = AccountStorageError(
        .damaged, "an account of this session cannot be read; sign in again")

    private func reading<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await naming(.unreadable, body)
    }

    private func writing<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await naming(.unwritable, body)
    }

    private func naming<Value>(
        _ code: AccountStorageError.Code, _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
        } catch let error as CancellationError {
            throw error
        } catch {
            let isPassing = if case .retry = (error as? any ActionableError)?.nextAction { true } else { false }
            throw AccountStorageError(isPassing ? .unavailable : code, "the session store failed: \(error)")
        }
    }

    /// The entries that are accounts.
    static let prefix = "account."

    static func name(_ id: Account.ID) -> String { prefix + id.rawValue }
}

/// The accounts that this process has opened: each page reads them, and few requests change them.
private final class OpenedRecords: Sendable {
    private let records = Mutex<[String: (content: Data, record: AccountRecord)]>([:])

    /// The record of an entry; `nil` if the entry has changed.
    func record(of entry: StoredEntry) -> AccountRecord? {
        records.withLock { records in
            records[entry.name].flatMap { $0.content == entry.content ? $0.record : nil }
        }
    }

    func keep(_ record: AccountRecord, of entry: StoredEntry) {
        records.withLock { $0[entry.name] = (entry.content, record) }
    }

    func forget(_ name: String) { _ = records.withLock { $0.removeValue(forKey: name) } }
}

/// The names under which a logout token finds accounts: hashes, so that a storage does not list people.
enum LogoutIndex {
    static func session(_ id: String, at issuer: String) -> String { name("sid", issuer, id) }
    static func person(_ subject: String, at issuer: String) -> String { name("sub", issuer, subject) }

    static func names(of record: AccountRecord) -> Set<String> {
        var names: Set = [person(record.subject, at: record.issuer)]
        if case .string(let id) = record.claims["sid"] { names.insert(session(id, at: record.issuer)) }
        return names
    }

    /// When the person signed in, by the earlier of both clocks: a logout token has the provider's.
    static func date(of record: AccountRecord) -> Date {
        min(record.signedInAt, record.claims["iat"]?.numericDate ?? .distantFuture)
    }

    private static func name(_ parts: String...) -> String {
        // Each part carries its length, so that two different lists never give the same text.
        let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
        return SHA256.hash(data: Data(text.utf8)).unpaddedBase64URL
    }
}
