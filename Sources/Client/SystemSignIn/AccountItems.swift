// SPDX-License-Identifier: Apache-2.0
#if canImport(Security)
import Foundation
import SignIn

/// The accounts in a keychain: one item each, and damaged ones under another name.
struct AccountItems: Sendable {
    let keychain: Keychain

    /// Damaged accounts are set aside and omitted.
    func all() throws -> [Result<AccountRecord, AccountStorageError>] {
        try keychain.items().filter { !Self.isSetAside($0) }.compactMap { mark in
            // Another program may have removed it since.
            guard let item = try keychain.item(named: mark.name) else { return nil }
            do throws(BrokenSeal) {
                return .success(try Self.record(in: item))
            } catch .damaged {
                try setAside(item)
                return nil
            } catch {
                return .failure(Self.laterVersion)
            }
        }
    }

    func setAside() throws -> [AccountStorageError] {
        try keychain.items().filter(Self.isSetAside).map { _ in Self.damaged }
    }

    func record(_ id: Account.ID) throws -> AccountRecord? {
        guard let item = try keychain.item(named: id.rawValue) else { return nil }
        do throws(BrokenSeal) {
            return try Self.record(in: item)
        } catch .damaged {
            try setAside(item)
            throw Self.damaged
        } catch {
            throw Self.laterVersion
        }
    }

    func save(_ record: AccountRecord) throws -> (record: AccountRecord, stamp: AccountStamp) {
        let (name, next) = (record.id.rawValue, record.nextGeneration())
        let (mark, content) = (Self.mark(of: next), try next.content())
        if record.generation > 0,
            try keychain.swap(name, from: Self.mark(of: record), to: mark, content: content)
        {
            return (next, Self.stamp(mark))
        }
        do {
            try record.requireGeneration(try self.record(record.id)?.generation)
        } catch AccountStorageError.Code.damaged {}
        guard try keychain.add(name, mark: mark, content: content) else {
            // Another program has added it in between, so the next attempt finds the conflict.
            return try save(record)
        }
        try keychain.remove(Self.nameAside(of: name))
        return (next, Self.stamp(mark))
    }

    func remove(_ id: Account.ID) throws {
        try keychain.remove(id.rawValue)
        try keychain.remove(Self.nameAside(of: id.rawValue))
    }

    func removeAll() throws { try keychain.removeAll() }

    func stamp(of id: Account.ID) throws -> AccountStamp? {
        try keychain.item(named: id.rawValue, withContent: false).map { Self.stamp($0.mark) }
    }

    private static func stamp(_ mark: Data) -> AccountStamp { AccountStamp(mark.reduce(0) { $0 << 8 | Int64($1) }) }
}

extension AccountItems {
    private static func record(in item: Keychain.Item) throws(BrokenSeal) -> AccountRecord {
        let record = try AccountRecord(content: item.content ?? Data())
        guard record.id.rawValue == item.name, mark(of: record) == item.mark else { throw .damaged }
        return record
    }

    private static func mark(of record: AccountRecord) -> Data {
        withUnsafeBytes(of: UInt64(record.generation).bigEndian) { Data($0) }
    }

    /// Renames a damaged item, unless another program has changed it in between.
    private func setAside(_ item: Keychain.Item) throws {
        let other = Self.nameAside(of: item.name)
        try keychain.remove(other)
        _ = try keychain.rename(item.name, item.mark, to: other)
    }

    private static func nameAside(of name: String) -> String { asidePrefix + name }

    private static func isSetAside(_ item: Keychain.Item) -> Bool { item.name.hasPrefix(asidePrefix) }

    private static let asidePrefix = "damaged "

    private static let damaged = AccountStorageError(
        .damaged, "an account in the keychain was damaged, and was set aside; sign in again")

    private static let laterVersion = AccountStorageError(
        .laterVersion, "a later version of this app saved an account in the keychain; install that version")
}
#endif
