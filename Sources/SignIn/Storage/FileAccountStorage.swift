// SPDX-License-Identifier: Apache-2.0
public import Foundation
import OAuth

/// Keeps each account in a file of its own that only the person's own programs can read.
///
/// The folder has mode 0700, a file 0600. A file is written whole beside the old one, brought to the disk and renamed,
/// so that a crash leaves the old account or the new one. This protects from other people of the machine, not from
/// other programs of the same person.
public struct FileAccountStorage: AccountStorage {
    /// The folder of the files.
    public let folder: URL
    /// One task of this program at a time waits for an account's file lock: waiting there holds up a thread.
    private let access = ExclusiveAccess<Account.ID>()

    /// Creates a storage in a folder, which is made when the first account is kept.
    public init(folder: URL) {
        self.folder = folder
    }

    /// Creates a storage of a group of programs: all that name the same group, below the same folder, share sign-ins.
    public init(folder: URL, group: AccountGroup) {
        self.init(folder: folder.appending(path: group.folderName))
    }

    /// Makes the folder, and sees whether a file can be written in it.
    public func prepare() async throws {
        try await offThePool {
            try explaining("accounts cannot be kept in") {
                try PrivateFile.makeFolder(folder)
                let probe = folder.appending(path: ".probe-\(UUID().uuidString)")
                try PrivateFile.replace(probe, with: Data())
                try PrivateFile.remove(probe)
            }
        }
    }

    /// Every account that can be read; a damaged file is left where it is and does not hide the others.
    public func records() async throws -> [AccountRecord] {
        try await offThePool {
            try names().compactMap { name in
                // A copy under another name could be read but never be forgotten.
                (try? read(folder.appending(path: name))).flatMap { $0.id.rawValue + Self.suffix == name ? $0 : nil }
            }
        }
    }

    /// The files that look like accounts and are none.
    public func damages() async throws -> [AccountStorageError] {
        try await offThePool {
            try names().compactMap { name in
                do {
                    _ = try read(folder.appending(path: name))
                    return nil
                } catch {
                    return error as? AccountStorageError
                }
            }
        }
    }

    private func names() throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.hasSuffix(Self.suffix) }.sorted()
        } catch {
            throw AccountStorageError(
                .unreadable, "the accounts in \(folder.path) cannot be read; check its permissions")
        }
    }

    /// One account.
    public func record(_ id: Account.ID) async throws -> AccountRecord? {
        try await offThePool { Self.isFileName(id) ? try read(file(of: id)) : nil }
    }

    /// Keeps an account.
    @discardableResult
    public func save(_ record: AccountRecord) async throws -> AccountRecord {
        try await offThePool {
            try record.requireGeneration(try? read(file(of: record.id))?.generation)
            let next = record.nextGeneration()
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            encoder.dateEncodingStrategy = .secondsSince1970
            let content = try encoder.encode(next)
            try explaining("the account cannot be kept in") {
                try PrivateFile.makeFolder(folder)
                try PrivateFile.replace(file(of: record.id), with: content)
            }
            return next
        }
    }

    /// What the file system says of the account's file.
    public func stamp(of id: Account.ID) async throws -> AccountStamp? {
        var status = stat()
        guard Self.isFileName(id), lstat(file(of: id).path, &status) == 0 else { return nil }
        return AccountStamp(Int64(bitPattern: UInt64(status.st_ino)), Int64(status.st_size))
    }

    /// Forgets an account.
    public func remove(_ id: Account.ID) async throws {
        guard Self.isFileName(id) else { return }
        try await offThePool {
            try explaining("the account cannot be removed from") { try PrivateFile.remove(file(of: id)) }
        }
    }

    /// Runs `body` while holding the account's lock file, which other programs wait for.
    public func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        guard Self.isFileName(id) else { return try await body() }
        return try await access.run(for: id) {
            let lock = try await offThePool {
                try explaining("the accounts cannot be locked in") {
                    try PrivateFile.makeFolder(folder)
                    return try FileLock(folder.appending(path: "\(id.rawValue).lock"))
                }
            }
            defer { lock.release() }
            return try await body()
        }
    }

    private func explaining<Result>(_ what: String, _ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as PrivateFile.Failure {
            throw AccountStorageError(.unwritable, "\(what) \(folder.path): \(error.reason); check its permissions")
        }
    }

    private static let suffix = ".account"

    /// An id that somebody typed must not lead out of the folder; no account has one that could.
    private static func isFileName(_ id: Account.ID) -> Bool {
        id.rawValue.wholeMatch(of: #/[A-Za-z0-9_-]{1,64}/#) != nil
    }

    private func file(of id: Account.ID) -> URL { folder.appending(path: id.rawValue + Self.suffix) }

    private func read(_ file: URL) throws -> AccountRecord? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        guard let content = try? Data(contentsOf: file) else {
            throw AccountStorageError(.unreadable, "\(file.path) cannot be read; check its permissions")
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        guard let record = try? decoder.decode(AccountRecord.self, from: content) else {
            throw AccountStorageError(.damaged, "\(file.path) is damaged; move it away and sign in again")
        }
        return record
    }
}
