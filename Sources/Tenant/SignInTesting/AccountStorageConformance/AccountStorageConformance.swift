// SPDX-License-Identifier: Apache-2.0
public import SignIn

/// The requirements of `AccountStorage`, as named checks for any implementation.
///
/// It needs no testing library: ``failures()`` returns the failed checks. If the array is empty, an app can rely on the
/// storage.
///
/// ```swift
/// @Test func `our storage keeps accounts as it must`() async {
///     let conformance = AccountStorageConformance { MemoryAccountStorage() }  // your own storage, empty
///     #expect(await conformance.failures() == [])
/// }
/// ```
public struct AccountStorageConformance: Sendable {
    /// A function that opens a storage.
    public typealias Opening = @Sendable () async throws -> any AccountStorage
    /// A function that opens a storage a second time, as another program that shares it would.
    public typealias Sharing = @Sendable (any AccountStorage) async throws -> any AccountStorage
    /// A function that damages an account's stored data, without the storage's own methods.
    public typealias Damaging = @Sendable (any AccountStorage, Account.ID) async throws -> Void

    let open: Opening
    let share: Sharing?
    let holdsLocks: Bool
    let damage: Damaging?
    let deadline: Duration

    /// Creates the checks for a storage.
    ///
    /// - Parameters:
    ///   - share: Opens the same storage again, as another program would; `nil` if programs cannot share it.
    ///   - holdsLocks: Whether exclusive access covers other programs; `false` for compare-and-swap alone.
    ///   - damage: Damages an account's stored data; `nil` if that is impossible.
    ///   - deadline: The time after which an unfinished check fails.
    ///   - open: Opens an empty storage; each check opens its own.
    public init(
        sharedBy share: Sharing? = nil, holdingLocks holdsLocks: Bool = true, damagedBy damage: Damaging? = nil,
        deadline: Duration = .seconds(30), _ open: @escaping Opening
    ) {
        (self.open, self.share, self.holdsLocks) = (open, share, holdsLocks)
        (self.damage, self.deadline) = (damage, deadline)
    }

    /// The checks that apply to this storage.
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

    /// Runs all checks, and returns one failure for each failed check.
    public func failures() async -> [Failure] {
        var failures: [Failure] = []
        for check in checks {
            if let failure = await failure(of: check) { failures.append(failure) }
        }
        return failures
    }

    /// Runs one check, and returns its failure; `nil` if the storage passes.
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

    /// A check that a storage did not pass.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// The failed check.
        public let check: Check
        /// The missing required behavior, or the error that the storage threw.
        public let reason: String

        init(_ check: Check, _ reason: String) { (self.check, self.reason) = (check, reason) }

        /// The check and the reason.
        public var description: String { "\(check.rawValue): \(reason)" }
    }

    struct Broken: Error {
        let promise: String
    }

    func require(_ isKept: Bool, _ promise: String) throws {
        guard isKept else { throw Broken(promise: promise) }
    }

    func requireConflict(_ promise: String, saving record: AccountRecord, in storage: any AccountStorage) async throws {
        do {
            try await storage.save(record)
        } catch let error as AccountStorageError where error.code == .conflict {
            return
        }
        throw Broken(promise: promise)
    }

    /// Returns `nil` at the deadline, even if the storage ignores the cancellation.
    func within<Result: Sendable>(
        _ time: Duration, _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result? {
        let (results, continuation) = AsyncStream<Swift.Result<Result, any Error>?>.makeStream()
        let work = Task {
            do {
                continuation.yield(.success(try await body()))
            } catch {
                continuation.yield(.failure(error))
            }
        }
        let timer = Task {
            try await Task.sleep(for: time)
            continuation.yield(nil)
        }
        defer {
            work.cancel()
            timer.cancel()
        }
        for await result in results { return try result?.get() }
        throw CancellationError()
    }
}
