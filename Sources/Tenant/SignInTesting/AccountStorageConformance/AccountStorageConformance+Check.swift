// SPDX-License-Identifier: Apache-2.0
extension AccountStorageConformance {
    /// The checks, in the order in which they are made.
    public enum Check: String, Sendable, CaseIterable {
        /// A new storage has nothing.
        case beginsEmpty
        /// What was saved is read back, every field of it.
        case keepsEverything
        /// A large account is kept whole.
        case keepsLargeAccounts
        /// Each save gives the next generation.
        case countsGenerations
        /// An account that was read before another save is not saved.
        case refusesStaleRecords
        /// A new account does not replace one that is kept.
        case refusesNewOverKept
        /// An account that was removed does not come back by a save of what was read before.
        case refusesRemovedRecords
        /// Of many that save the same generation at once one succeeds.
        case admitsOneOfMany
        /// What was removed is gone, and nothing else is.
        case forgets
        /// Every account is listed, once.
        case listsEachOnce
        /// A stamp stays while nothing is saved, and differs after each save.
        case stampsEachSave
        /// Of one account one task at a time is inside.
        case runsAlone
        /// Another account can be worked on meanwhile.
        case separatesAccounts
        /// The account can be read, saved and removed by whoever has it alone.
        case worksWhileAlone
        /// An error of the work is passed on, and lets the next one in.
        case survivesErrors
        /// Whoever waits can be cancelled, and does not run.
        case cancelsWaiting
        /// Another program reads what this one saved.
        case anotherProgramReads
        /// What another program saved is not overwritten.
        case anotherProgramConflicts
        /// What another program removed is gone.
        case anotherProgramRemoves
        /// What another program saved changes the stamp.
        case anotherProgramIsNoticed
        /// Another program waits for whoever has an account alone.
        case anotherProgramWaits
        /// What was damaged is no account, and is told.
        case damageIsFoundOut
        /// The other accounts stay usable.
        case damageHarmsNoOther
        /// A new sign-in replaces what was damaged.
        case damageIsReplaced
    }

    func run(_ check: Check) async throws {
        switch check {
        case .beginsEmpty: try await beginsEmpty()
        case .keepsEverything: try await keepsEverything()
        case .keepsLargeAccounts: try await keepsLargeAccounts()
        case .countsGenerations: try await countsGenerations()
        case .refusesStaleRecords: try await refusesStaleRecords()
        case .refusesNewOverKept: try await refusesNewOverKept()
        case .refusesRemovedRecords: try await refusesRemovedRecords()
        case .admitsOneOfMany: try await admitsOneOfMany()
        case .forgets: try await forgets()
        case .listsEachOnce: try await listsEachOnce()
        case .stampsEachSave: try await stampsEachSave()
        case .runsAlone: try await runsAlone()
        case .separatesAccounts: try await separatesAccounts()
        case .worksWhileAlone: try await worksWhileAlone()
        case .survivesErrors: try await survivesErrors()
        case .cancelsWaiting: try await cancelsWaiting()
        case .anotherProgramReads: try await anotherProgramReads()
        case .anotherProgramConflicts: try await anotherProgramConflicts()
        case .anotherProgramRemoves: try await anotherProgramRemoves()
        case .anotherProgramIsNoticed: try await anotherProgramIsNoticed()
        case .anotherProgramWaits: try await anotherProgramWaits()
        case .damageIsFoundOut: try await damageIsFoundOut()
        case .damageHarmsNoOther: try await damageHarmsNoOther()
        case .damageIsReplaced: try await damageIsReplaced()
        }
    }
}
