// SPDX-License-Identifier: Apache-2.0
import SignIn

extension AccountStorageConformance {
    /// A check that a storage did not pass.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// Which one.
        public let check: Check
        /// What the storage should have done, or what it did.
        public let reason: String

        init(_ check: Check, _ reason: String) {
            self.check = check
            self.reason = reason
        }

        /// The check and the reason.
        public var description: String { "\(check.rawValue): \(reason)" }
    }

    /// A promise that was not kept.
    struct Broken: Error {
        let promise: String
    }

    /// Fails the check unless a promise was kept.
    func require(_ isKept: Bool, _ promise: String) throws {
        guard isKept else { throw Broken(promise: promise) }
    }

    /// Fails the check unless a save is refused because somebody else was faster.
    func requireConflict(_ promise: String, saving record: AccountRecord, in storage: any AccountStorage) async throws {
        do {
            try await storage.save(record)
        } catch let error as AccountStorageError where error.code == .conflict {
            return
        }
        throw Broken(promise: promise)
    }
}
