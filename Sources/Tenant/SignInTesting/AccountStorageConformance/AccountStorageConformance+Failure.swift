// SPDX-License-Identifier: Apache-2.0
import SignIn

extension AccountStorageConformance {
    /// A check that a storage did not pass.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// The failed check.
        public let check: Check
        /// The required behaviour that is missing, or the error that the storage threw.
        public let reason: String

        init(_ check: Check, _ reason: String) {
            self.check = check
            self.reason = reason
        }

        /// The check and the reason.
        public var description: String { "\(check.rawValue): \(reason)" }
    }

    /// A required behaviour is missing.
    struct Broken: Error {
        let promise: String
    }

    /// Fails the check unless the storage has the required behaviour.
    func require(_ isKept: Bool, _ promise: String) throws {
        guard isKept else { throw Broken(promise: promise) }
    }

    /// Fails the check unless the storage refuses a save with `conflict`.
    func requireConflict(_ promise: String, saving record: AccountRecord, in storage: any AccountStorage) async throws {
        do {
            try await storage.save(record)
        } catch let error as AccountStorageError where error.code == .conflict {
            return
        }
        throw Broken(promise: promise)
    }
}
