// SPDX-License-Identifier: Apache-2.0
import SignInTesting

/// A storage with one defect for each check of the conformance kit.
struct BrokenStorage: AccountStorage {
    let defect: Defect
    var shared = MemoryAccountStorage()
    let own = MemoryAccountStorage()
    let damaged = DamagedAccounts()

    init(_ defect: Defect) { self.defect = defect }

    func openedAgain() -> BrokenStorage {
        var other = BrokenStorage(defect)
        other.shared = shared
        return other
    }

    func damage(_ id: Account.ID) async throws { await damaged.add(id) }

    func prepare() async throws {}

    func records() async throws -> [AccountRecord] {
        let lost = await damaged.ids
        if defect == .losesAllToDamage, !lost.isEmpty { return [] }
        let all = await shared.records().filter { !lost.contains($0.id) || defect == .trustsDamage }
        return defect == .listsTwice ? all + all : all
    }

    func damagedAccounts() async throws -> [AccountStorageError] {
        if defect == .isNotEmpty { return [AccountStorageError(.damaged, "what was never there")] }
        return await damaged.ids.map { _ in AccountStorageError(.damaged, "an account") }
    }

    func record(_ id: Account.ID) async throws -> AccountRecord? {
        if await damaged.ids.contains(id), defect != .trustsDamage { throw AccountStorageError(.damaged, "an account") }
        if defect == .hidesFromOthers, await own.record(id) == nil { return nil }
        var record = await shared.record(id)
        if defect == .losesTokens { record?.tokens = [] }
        if defect == .cutsLargeAccounts, record.map({ "\($0.claims)".utf8.count > 100_000 }) == true {
            record?.claims = [:]
        }
        return record
    }

    func save(_ record: AccountRecord) async throws -> (record: AccountRecord, stamp: AccountStamp) {
        let id = record.id
        if defect == .locksItself { try await shared.withExclusiveAccess(to: id) {} }
        let kept = await shared.record(id)
        var record = record
        let isDamaged = await damaged.ids.contains(id)
        if isDamaged || defect.takes(record, over: kept) { record.generation = kept?.generation ?? 0 }
        if defect == .takesAll { record.generation = await shared.record(id)?.generation ?? 0 }
        var (saved, stamp) = try await shared.save(record)
        if defect != .staysDamaged { await damaged.repair(id) }
        var mine = saved
        mine.generation = await own.record(id)?.generation ?? 0
        let ownStamp = try await own.save(mine).stamp
        if defect == .countsNothing { saved.generation = 1 }
        switch defect {
        case .stampsOnce: stamp = AccountStamp(1)
        case .stampsForItself, .returnsOtherStamps: stamp = ownStamp
        default: break
        }
        return (saved, stamp)
    }

    func remove(_ id: Account.ID) async throws {
        await own.remove(id)
        if defect != .keepsRemoved { await shared.remove(id) }
    }

    func stamp(of id: Account.ID) async throws -> AccountStamp? {
        switch defect {
        case .stampsOnce: await shared.record(id) == nil ? nil : AccountStamp(1)
        case .stampsForItself: await own.stamp(of: id)
        default: await shared.stamp(of: id)
        }
    }

    func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        switch defect {
        case .admitsEverybody: return try await body()
        case .hasOneLock: return try await shared.withExclusiveAccess(to: Account.ID(rawValue: ""), body)
        case .locksForItself: return try await own.withExclusiveAccess(to: id, body)
        case .runsCancelled:
            do {
                return try await shared.withExclusiveAccess(to: id, body)
            } catch is CancellationError {
                return try await body()
            }
        case .staysLocked:
            return try await shared.withExclusiveAccess(to: id) {
                do {
                    return try await body()
                } catch {
                    return try await shared.withExclusiveAccess(to: id, body)
                }
            }
        default: return try await shared.withExclusiveAccess(to: id, body)
        }
    }
}

actor DamagedAccounts {
    private(set) var ids: Set<Account.ID> = []

    func add(_ id: Account.ID) { ids.insert(id) }
    func repair(_ id: Account.ID) { ids.remove(id) }
}

extension BrokenStorage {
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

        /// Whether it accepts a save that it must refuse.
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
