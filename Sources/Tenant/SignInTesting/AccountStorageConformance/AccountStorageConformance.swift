// SPDX-License-Identifier: Apache-2.0
public import SignIn

/// What every implementation of `AccountStorage` must do, as checks with names.
///
/// It belongs to no testing library: ``failures()`` gives back what is wrong, and an empty array means that an app can
/// rely on the storage.
///
/// ```swift
/// let conformance = AccountStorageConformance { try MyStorage(emptyDatabase()) }
/// #expect(await conformance.failures().isEmpty)
/// ```
public struct AccountStorageConformance: Sendable {
    /// A function that opens a storage.
    public typealias Opening = @Sendable () async throws -> any AccountStorage
    /// A function that opens a storage again, as another program would that shares it.
    public typealias Sharing = @Sendable (any AccountStorage) async throws -> any AccountStorage
    /// A function that spoils what is kept of an account, behind the storage's back.
    public typealias Damaging = @Sendable (any AccountStorage, Account.ID) async throws -> Void

    let open: Opening
    let share: Sharing?
    let holdsLocks: Bool
    let damage: Damaging?
    let deadline: Duration

    /// Names the storage to check.
    ///
    /// - Parameters:
    ///   - share: Opens the same storage again, as another program would; `nil` where programs cannot share one.
    ///   - holdsLocks: Whether programs that share it run alone; `false` for one that compares and swaps only.
    ///   - damage: Spoils what is kept of an account; `nil` where nothing can.
    ///   - deadline: After how long a check that does not end has failed.
    ///   - open: Opens a storage in which nothing is kept; each check opens its own.
    public init(
        sharedBy share: Sharing? = nil, holdingLocks holdsLocks: Bool = true, damagedBy damage: Damaging? = nil,
        deadline: Duration = .seconds(30), _ open: @escaping Opening
    ) {
        self.open = open
        self.share = share
        self.holdsLocks = holdsLocks
        self.damage = damage
        self.deadline = deadline
    }

    /// The checks that can be made of this storage.
    public var checks: [Check] {
        Check.allCases.filter { check in
            switch check {
            case .anotherProgramReads, .anotherProgramConflicts, .anotherProgramRemoves, .anotherProgramIsNoticed:
                share != nil
            case .anotherProgramWaits: share != nil && holdsLocks
            case .damageIsFoundOut, .damageHarmsNoOther, .damageIsReplaced: damage != nil
            default: true
            }
        }
    }

    /// Makes every check.
    ///
    /// - Returns: One failure for each check that the storage does not pass.
    public func failures() async -> [Failure] {
        var failures: [Failure] = []
        for check in checks {
            if let failure = await failure(of: check) { failures.append(failure) }
        }
        return failures
    }

    /// Makes one check.
    ///
    /// - Returns: What is wrong; `nil` if nothing is.
    public func failure(of check: Check) async -> Failure? {
        do {
            let isOver: Void? = try await within(deadline) { try await run(check) }
            return isOver == nil ? Failure(check, "it did not end in \(deadline)") : nil
        } catch let broken as Broken {
            return Failure(check, broken.promise)
        } catch {
            return Failure(check, "it threw \(error)")
        }
    }
}
