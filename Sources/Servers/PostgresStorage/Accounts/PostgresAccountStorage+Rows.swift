// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SignIn
import Synchronization

extension PostgresAccountStorage {
    struct Row: Sendable {
        let sealed: Data
        let save: Int64
    }

    func row(_ name: AccountFileName) async throws -> Row? {
        try await accessing(.unreadable) {
            try await database.query(Self.byName, [.text(name.stem)]) { rows in
                rows.first { Row(sealed: $0.data(0), save: $0.int(1)) }
            }
        }
    }

    func all() async throws -> [Result<AccountRecord, AccountStorageError>] {
        let rows = try await accessing(.unreadable) {
            try await database.query(Self.ofGroup, [.bytes(seal.keyID)]) { $0.map { ($0.text(0), $0.data(1)) } }
        }
        return rows.map { stem, sealed in
            Result { () throws(AccountStorageError) in
                guard let name = AccountFileName(ofSealed: "\(stem).sealed") else { throw Self.damage(stem) }
                return try open(sealed, as: name)
            }
        }
    }

    func open(_ sealed: Data, as name: AccountFileName) throws(AccountStorageError) -> AccountRecord {
        do {
            let record = try AccountRecord(content: seal.open(sealed, as: name))
            guard seal.name(of: record.id) == name else { throw Self.damage(name.stem) }
            return record
        } catch BrokenSeal.laterVersion {
            throw AccountStorageError(
                .laterVersion, "a later version of this program wrote the account \(name.stem); use that version")
        } catch {
            throw Self.damage(name.stem)
        }
    }

    private static func damage(_ stem: String) -> AccountStorageError {
        AccountStorageError(.damaged, "the account \(stem) in the database is damaged; sign in again")
    }

    func accessing<Value>(_ code: AccountStorageError.Code, _ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as PostgresError {
            let isPassing = if case .retry = error.nextAction { true } else { false }
            throw AccountStorageError(isPassing ? .unavailable : code, "the database of the accounts: \(error.message)")
        }
    }

    static let schema = PostgresSchema(
        "accounts",
        [
            PostgresMigration(
                1, "sealed accounts, and leases for refreshes", compatibleSince: 1,
                [
                    "CREATE TABLE account_group (name text COLLATE \"C\" PRIMARY KEY, key_id bytea NOT NULL)",
                    "CREATE SEQUENCE account_save",
                    """
                    CREATE TABLE account (
                        name text COLLATE "C" PRIMARY KEY, key_id bytea NOT NULL, sealed bytea NOT NULL,
                        save bigint NOT NULL DEFAULT nextval('account_save')
                    )
                    """,
                    "CREATE INDEX account_by_key ON account (key_id)",
                    // After a server crash, a holder takes its lease again; of two programs, the account's version
                    // rejects the slower one.
                    """
                    CREATE UNLOGGED TABLE account_lease (
                        name text COLLATE "C" PRIMARY KEY, holder text NOT NULL, ends_at timestamptz NOT NULL
                    )
                    """,
                ])
        ])

    static let readOnly = PostgresStatement.read(
        "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean")
    static let groupInsertion = PostgresStatement.write(
        "INSERT INTO account_group (name, key_id) VALUES ($1, $2) ON CONFLICT DO NOTHING")
    static let groupKey = PostgresStatement.read("SELECT key_id FROM account_group WHERE name = $1")
    static let byName = PostgresStatement.read("SELECT sealed, save FROM account WHERE name = $1")
    static let ofGroup = PostgresStatement.read("SELECT name, sealed FROM account WHERE key_id = $1")
    static let stamp = PostgresStatement.read("SELECT save FROM account WHERE name = $1")
    static let insertion = PostgresStatement.write(
        "INSERT INTO account (name, sealed, key_id) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING RETURNING save")
    static let update = PostgresStatement.write(
        "UPDATE account SET sealed = $2, save = nextval('account_save') WHERE name = $1 AND save = $3 RETURNING save")
    static let removal = PostgresStatement.write("DELETE FROM account WHERE name = $1")
}

/// The numbers of saves, which let this program save again without another read.
final class SeenSaves: Sendable {
    private let saves = Mutex<[Account.ID: (generation: Int, number: Int64)]>([:])

    func save(of record: AccountRecord) -> Int64? {
        saves.withLock { saves in
            saves[record.id].flatMap { $0.generation == record.generation ? $0.number : nil }
        }
    }

    func note(_ number: Int64, of record: AccountRecord) {
        saves.withLock { saves in
            if saves.count >= Self.most { saves = [:] }
            saves[record.id] = (record.generation, number)
        }
    }

    private static let most = 10_000
}
