// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import PortableFoundation
import SignIn
import Synchronization

extension AccountStorageConformance {
    /// The checks, in the order in which they run.
    public enum Check: String, Sendable, CaseIterable {
        /// A new storage is empty.
        case beginsEmpty
        /// A saved account is read back with every field.
        case keepsEverything
        /// A large account is stored completely.
        case keepsLargeAccounts
        /// Each save returns the next generation.
        case countsGenerations
        /// The storage rejects a record that was read before another save.
        case refusesStaleRecords
        /// A new account does not replace a stored one.
        case refusesNewOverKept
        /// A record that was read before its account's removal is rejected, even if the account was added again.
        case refusesRemovedRecords
        /// Of many concurrent saves of one generation, exactly one succeeds.
        case admitsOneOfMany
        /// A removed account is gone, and no other account is.
        case forgets
        /// Every account is listed once.
        case listsEachOnce
        /// A stamp stays the same between saves, and changes with each save.
        case stampsEachSave
        /// One task at a time has exclusive access to an account.
        case runsAlone
        /// Exclusive access to one account does not block another account.
        case separatesAccounts
        /// A task with exclusive access can read, save, and remove the account.
        case worksWhileAlone
        /// An error of the task is rethrown, and the next task gets access.
        case survivesErrors
        /// A waiting task can be canceled, and then does not run.
        case cancelsWaiting
        /// Another program reads an account that this one saved.
        case anotherProgramReads
        /// Another program's save is not overwritten.
        case anotherProgramConflicts
        /// An account that another program removed does not exist.
        case anotherProgramRemoves
        /// Another program's save changes the stamp.
        case anotherProgramIsNoticed
        /// Another program waits for a task with exclusive access.
        case anotherProgramWaits
        /// A damaged account is not returned, and is reported as damaged.
        case damageIsFoundOut
        /// The other accounts stay usable.
        case damageHarmsNoOther
        /// A new sign-in replaces a damaged account.
        case damageIsReplaced
    }

    func run(_ check: Check) async throws {
        let storage = try await open()
        switch check {
        case .beginsEmpty: try await beginsEmpty(storage)
        case .keepsEverything: try await keepsEverything(storage)
        case .keepsLargeAccounts: try await keepsLargeAccounts(storage)
        case .countsGenerations: try await countsGenerations(storage)
        case .refusesStaleRecords: try await refusesStaleRecords(storage)
        case .refusesNewOverKept: try await refusesNewOverKept(storage)
        case .refusesRemovedRecords: try await refusesRemovedRecords(storage)
        case .admitsOneOfMany: try await admitsOneOfMany(storage)
        case .forgets: try await forgets(storage)
        case .listsEachOnce: try await listsEachOnce(storage)
        case .stampsEachSave: try await stampsEachSave(storage)
        case .runsAlone: try await runsAlone(storage)
        case .separatesAccounts: try await separatesAccounts(storage)
        case .worksWhileAlone: try await worksWhileAlone(storage)
        case .survivesErrors: try await survivesErrors(storage)
        case .cancelsWaiting: try await cancelsWaiting(storage)
        case .anotherProgramReads: try await anotherProgramReads(storage)
        case .anotherProgramConflicts: try await anotherProgramConflicts(storage)
        case .anotherProgramRemoves: try await anotherProgramRemoves(storage)
        case .anotherProgramIsNoticed: try await anotherProgramIsNoticed(storage)
        case .anotherProgramWaits: try await anotherProgramWaits(storage)
        case .damageIsFoundOut: try await damageIsFoundOut(storage)
        case .damageHarmsNoOther: try await damageHarmsNoOther(storage)
        case .damageIsReplaced: try await damageIsReplaced(storage)
        }
    }

    func sample(
        _ person: String = "ann", claim: String = "Änn 安", refreshToken: String = "refresh"
    ) throws -> AccountRecord {
        let text = """
            {"version": 1, "generation": 0, "registration": "tasks", "authority": "https://login.example.com/",
            "clientID": "client", "issuer": "https://login.example.com/", "subject": \(JSONValue.string(person)),
            "signedInAt": 1767225600.25,
            "claims": {"name": \(JSONValue.string(claim)), "groups": ["a", "b"],
            "nested": {"number": 1, "none": null, "yes": true}}, "refreshToken": \(JSONValue.string(refreshToken)),
            "tokens": [{"accessToken": "access", "obtainedAt": 1767225600, "expiresAt": 1767229200,
            "scopes": "Tasks.Read"}]}
            """
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        return try decoder.decode(AccountRecord.self, from: Data(text.utf8))
    }
}

extension AccountRecord {
    func renewed(_ token: String) -> AccountRecord {
        var renewed = self
        renewed.refreshToken = Redacted(token)
        return renewed
    }
}

/// Counts the tasks that have exclusive access.
final class Room: Sendable {
    private let count = Mutex((inside: 0, most: 0, visits: 0))

    var most: Int { count.withLock { $0.most } }
    var visits: Int { count.withLock { $0.visits } }

    func enter() {
        count.withLock { count in
            count.inside += 1
            count.visits += 1
            count.most = max(count.most, count.inside)
        }
    }

    func leave() { count.withLock { $0.inside -= 1 } }
}
