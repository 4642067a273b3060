// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import SignIn
import SignInProvider
import Synchronization
import SystemCryptography

/// Each session of a user has its own account, with its own tokens.
struct SessionAccountStorage: AccountStorage {
    let storage: any WebSessionStorage
    let session: StoredSession.ID
    let key: SessionKey
    let time: TimeSource
    private let seen = SeenEntries()

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

    func record(_ id: Account.ID) async throws -> AccountRecord? { try await entry(id).map(open) }

    func save(_ record: AccountRecord) async throws -> (record: AccountRecord, stamp: AccountStamp) {
        // No two saves share a version: that of this generation permits the save without another read.
        let known = seen.account(Self.name(record.id), ofGeneration: record.generation)
        if known != nil || record.generation == 0,
            let saved = try await save(record, after: known?.record, in: known?.entry)
        {
            return saved
        }
        let earlier = try await entry(record.id)
        // A damaged account counts as missing for a new sign-in, and as changed for a refresh.
        let kept = earlier.flatMap { try? open($0) }
        try record.requireGeneration(kept?.generation)
        guard let saved = try await save(record, after: kept, in: earlier) else {
            throw AccountStorageError(
                .conflict, "another request has changed the account in the meantime; read it again")
        }
        return saved
    }

    /// Replaces the entry `earlier`, or inserts one; `nil` if another request was faster.
    private func save(
        _ record: AccountRecord, after kept: AccountRecord?, in earlier: StoredEntry?
    ) async throws -> (record: AccountRecord, stamp: AccountStamp)? {
        let (next, name, version) = (record.nextGeneration(), Self.name(record.id), earlier?.version ?? 0)
        var entry = try key.entry(
            name, next.content(), replacing: version, indexNames: LogoutIndex.names(of: record),
            at: LogoutIndex.date(of: record))
        if let earlier, kept?.signedInAt == record.signedInAt {
            // A refreshed ID token may lack the session ID, and is newer than the sign-in.
            entry.indexNames.formUnion(earlier.indexNames)
            entry.date = earlier.date
        }
        guard try await writing({ try await storage.save(entry, replacing: version, of: session) }) else {
            return nil
        }
        seen.keep(entry, with: next)
        if let kind = WebSessionEvent.Kind(of: next, after: kept) { try await note(kind, of: next) }
        return (next, AccountStamp(Int64(entry.version)))
    }

    private func note(_ kind: WebSessionEvent.Kind, of record: AccountRecord) async throws {
        let history = SessionHistory(storage: storage, session: session, key: key, time: time)
        let known = seen.entry(SessionHistory.name)
        guard let entry = try await writing({ try await history.note(kind, of: record, after: known) }) else { return }
        seen.keep(entry)
    }

    func remove(_ id: Account.ID) async throws {
        let entry = try await writing { try await storage.take(Self.name(id), of: session) }
        let record = try? entry.map(open)
        seen.forget(Self.name(id))
        if let record { try await note(.signedOut, of: record) }
    }

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
        try await reading { try await storage.version(Self.name(id), of: session) }.map { AccountStamp(Int64($0)) }
    }

    private func entry(_ id: Account.ID) async throws -> StoredEntry? {
        try await reading { try await storage.entry(Self.name(id), of: session) }
    }

    private func open(_ entry: StoredEntry) throws(AccountStorageError) -> AccountRecord {
        if let record = seen.record(of: entry) { return record }
        guard let content = try? key.open(entry.content, as: entry.name),
            let record = try? AccountRecord(content: content)
        else {
            throw Self.damaged
        }
        seen.keep(entry, with: record)
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

    static let prefix = "account."

    static func name(_ id: Account.ID) -> String { prefix + id.rawValue }
}

/// The entries that this process has opened or saved: each page reads them, and few requests change them.
private final class SeenEntries: Sendable {
    private let entries = Mutex<[String: (entry: StoredEntry, record: AccountRecord?)]>([:])

    func record(of entry: StoredEntry) -> AccountRecord? {
        entries.withLock { entries in
            entries[entry.name].flatMap { $0.entry.content == entry.content ? $0.record : nil }
        }
    }

    func account(_ name: String, ofGeneration generation: Int) -> (entry: StoredEntry, record: AccountRecord)? {
        entries.withLock { entries in
            guard let known = entries[name], let record = known.record, record.generation == generation else {
                return nil
            }
            return (known.entry, record)
        }
    }

    func entry(_ name: String) -> StoredEntry? { entries.withLock { $0[name]?.entry } }

    func keep(_ entry: StoredEntry, with record: AccountRecord? = nil) {
        entries.withLock { $0[entry.name] = (entry, record) }
    }

    func forget(_ name: String) { _ = entries.withLock { $0.removeValue(forKey: name) } }
}

/// The index names by which a logout token finds accounts: hashes, so that a storage does not list users.
enum LogoutIndex {
    static func session(_ id: String, at issuer: String) -> String { name("sid", issuer, id) }
    static func person(_ subject: String, at issuer: String) -> String { name("sub", issuer, subject) }

    static func names(of record: AccountRecord) -> Set<String> {
        var names: Set = [person(record.subject, at: record.issuer)]
        if case .string(let id) = record.claims["sid"] { names.insert(session(id, at: record.issuer)) }
        return names
    }

    /// The sign-in's time by the provider's clock, which logout tokens use, or by ours if that is earlier.
    static func date(of record: AccountRecord) -> Date {
        min(record.signedInAt, record.claims["iat"]?.numericDate ?? .distantFuture)
    }

    private static func name(_ parts: String...) -> String {
        // Each part has its length, so that different lists never give the same text.
        let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
        return SHA256.hash(data: Data(text.utf8)).unpaddedBase64URL
    }
}
