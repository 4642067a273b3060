// SPDX-License-Identifier: Apache-2.0
import SignInTesting

extension BrokenStorage {
    /// What is broken.
    enum Defect: CaseIterable {
        case none, isNotEmpty, losesTokens, cutsLargeAccounts, countsNothing, takesStale, takesNew, takesRemoved
        case takesAll, keepsRemoved, listsTwice, stampsOnce, returnsOtherStamps, admitsEverybody, hasOneLock,
            locksItself
        case staysLocked, runsCancelled, hidesFromOthers, stampsForItself, locksForItself, trustsDamage
        case losesAllToDamage, staysDamaged

        /// The checks that must find it.
        var checks: Set<AccountStorageConformance.Check> {
            switch self {
            case .none: []
            case .isNotEmpty: [.beginsEmpty]
            case .losesTokens: [.keepsEverything]
            case .cutsLargeAccounts: [.keepsLargeAccounts]
            case .countsNothing: [.countsGenerations]
            case .takesStale: [.refusesStaleRecords, .refusesRemovedRecords]
            case .takesNew: [.refusesNewOverKept]
            case .takesRemoved: [.refusesRemovedRecords]
            case .takesAll: [.admitsOneOfMany, .anotherProgramConflicts]
            case .keepsRemoved: [.forgets, .anotherProgramRemoves]
            case .listsTwice: [.listsEachOnce]
            case .stampsOnce, .returnsOtherStamps: [.stampsEachSave]
            case .admitsEverybody: [.runsAlone]
            case .hasOneLock: [.separatesAccounts]
            case .locksItself: [.worksWhileAlone]
            case .staysLocked: [.survivesErrors]
            case .runsCancelled: [.cancelsWaiting]
            case .hidesFromOthers: [.anotherProgramReads]
            case .stampsForItself: [.anotherProgramIsNoticed]
            case .locksForItself: [.anotherProgramWaits]
            case .trustsDamage: [.damageIsFoundOut]
            case .losesAllToDamage: [.damageHarmsNoOther]
            case .staysDamaged: [.damageIsReplaced]
            }
        }

        /// Whether a save that must be refused is not.
        func takes(_ record: AccountRecord, over kept: AccountRecord?) -> Bool {
            switch self {
            case .takesStale: record.generation > 0 && kept != nil
            case .takesNew: record.generation == 0
            case .takesRemoved: kept == nil
            default: false
            }
        }
    }
}
