// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
public import PortableFoundation
import PrivateFiles

extension SealedAccountStorage {
    /// Returns the registrations as last saved, in the format of the program; `nil` if there are none.
    ///
    /// - Throws: ``AccountStorageError`` (`keyMissing`, `keyMismatch`, `damaged`, `laterVersion`, `unreadable`).
    public func registrations() async throws -> Data? {
        guard let seal = try await seals.existing() else { return nil }
        return try await offThePool { [self] in try registrations(under: seal) }
    }

    /// Replaces the stored registrations, while no other program does; `nil` removes the file.
    ///
    /// - Throws: As ``registrations()``; ``AccountStorageError`` (`unwritable`, `busy`); the errors of `change`.
    public func changeRegistrations(_ change: @escaping @Sendable (Data?) throws -> Data?) async throws {
        let seal = try await seals.value()
        try await locked(Self.registrationsLock) {
            try await offThePool { [self] in
                let content = try change(try registrations(under: seal))
                let sealed = try content.map { try seal.sealRegistrations($0) }
                guard sealed?.count ?? 0 <= Self.sizeLimit else {
                    throw AccountStorageError(.unwritable, "the registrations exceed 1 MiB; remove some")
                }
                try explaining("a registration cannot be saved") {
                    guard let sealed else { return try PrivateFile.remove(registrationsFile) }
                    try PrivateFile.replace(registrationsFile, with: sealed)
                }
            }
        }
    }

    private var registrationsFile: URL { folder.appending(path: AccountSeal.registrationsName) }

    private static let registrationsLock = "saving-r.lock"
    /// Enough for hundreds of registrations.
    private static let sizeLimit = 1 << 20

    private func registrations(under seal: AccountSeal) throws -> Data? {
        let file = registrationsFile
        do {
            return try PrivateFile.content(of: file, limit: Self.sizeLimit).map(seal.openRegistrations)
        } catch let failure as PrivateFile.Failure {
            throw AccountStorageError.unreadable(file, failure)
        } catch BrokenSeal.laterVersion {
            throw AccountStorageError(
                .laterVersion, "a later version of this program wrote \(file.path); use that version")
        } catch BrokenSeal.otherKey {
            throw AccountStorageError(
                .keyMismatch,
                "\(file.path) is encrypted with another key; give this program that key, or move the file away")
        } catch {
            throw AccountStorageError(
                .damaged, "\(file.path) is damaged; move it away, and sign in again with the issuers")
        }
    }
}
