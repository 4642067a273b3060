// SPDX-License-Identifier: Apache-2.0
import Fixtures
import PrivateFiles

@testable import SignIn

@Suite struct FileLockTests {
    private let temporary = TemporaryFolder(exists: false)
    private var folder: URL { temporary.url }

    @Test func `pauses grow to 50 ms, vary, and end with the limit`() {
        func pauses(_ jitter: Double) -> [Duration] {
            var patience = LockPatience()
            patience.jitter = { jitter }
            var pauses = patience.pauses()
            var all: [Duration] = []
            while let pause = pauses.next() { all.append(pause) }
            return all
        }
        let (short, long) = (pauses(0), pauses(1))
        let milliseconds = { (pauses: [Duration]) in pauses[..<7].map { $0 / .milliseconds(1) } }
        #expect(milliseconds(short) == [1, 2, 4, 8, 16, 25, 25])
        #expect(milliseconds(long) == [2, 4, 8, 16, 32, 50, 50])
        for all in [short, long] {
            let sum = all.reduce(.zero, +)
            #expect(sum >= .seconds(60) && sum < .seconds(60.05))
        }
    }

    @Test func `a caller that may not wait gets no pause, and one that may wait hardly any time gets one`() {
        let limits: [(Duration, Int)] = [(.zero, 0), (.nanoseconds(1), 1), (.milliseconds(2), 1)]
        for (limit, expected) in limits {
            var patience = LockPatience(limit: limit)
            patience.jitter = { 1 }
            var pauses = patience.pauses()
            var count = 0
            while pauses.next() != nil { count += 1 }
            #expect(count == expected)
        }
    }

    @Test func `a program that holds an account for too long is busy`() async throws {
        let key = SealingKey(random: .system)
        let id = try SampleAccounts.record().id
        let waited = Mutex(Duration.zero)
        var patience = LockPatience()
        patience.sleep = { pause in waited.withLock { $0 += pause } }
        let hurried = SealedAccountStorage(folder: folder, keySource: key, patience: patience)
        try await SealedAccountStorage(folder: folder, key: key).withExclusiveAccess(to: id) {
            let error = await expect(AccountStorageError.self, .busy) {
                try await hurried.withExclusiveAccess(to: id) { Issue.record("it ran") }
            }
            #expect(error?.message.contains("for 60 seconds") == true)
        }
        #expect(waited.withLock { $0 } >= .seconds(60))
        #expect(try await hurried.withExclusiveAccess(to: id) { true })
    }

    /// Waiting threads could not work, and two programs that wait for each other would deadlock.
    @Test(.timeLimit(.minutes(1))) func `hundreds that wait hold up no thread`() async throws {
        let key = SealingKey(random: .system)
        let (one, other) = (0, 1)
        let storages = [
            SealedAccountStorage(folder: folder, key: key), SealedAccountStorage(folder: folder, key: key),
        ]
        let ids = (0..<300).map { Account.ID(rawValue: "account-\($0)") }
        let held = Room(ids.count)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in ids {
                group.addTask {
                    try await storages[one].withExclusiveAccess(to: id) { await held.enterAndWait() }
                }
            }
            await held.isFull()
            let waiters = ids.map { id in
                Task { try await storages[other].withExclusiveAccess(to: id) {} }
            }
            // Work on both kinds of threads continues; at most 64 may block.
            for _ in 0..<20 {
                try await storages[other].save(SampleAccounts.record(of: UUID().uuidString))
            }
            await held.open()
            for waiter in waiters { try await waiter.value }
            try await group.waitForAll()
        }
        #expect(try await storages[one].records().count == 20)
    }

    @Test func `the lock stays the same file, whatever is saved`() async throws {
        let storage = SealedAccountStorage(folder: folder, key: SealingKey(random: .system))
        var record = try SampleAccounts.record()
        func locks() throws -> [String: AccountStamp?] {
            try folder.names().filter { $0.hasSuffix(".lock") }
                .reduce(into: [:]) { $0[$1] = try AccountStamp(of: folder.appending(path: $1).path) }
        }
        record = try await storage.withExclusiveAccess(to: record.id) { [record] in
            try await storage.save(record).record
        }
        let before = try locks()
        #expect(before.count == 2)
        record = try await storage.withExclusiveAccess(to: record.id) { [record] in
            try await storage.save(record).record
        }
        #expect(try locks() == before)
    }

    @Test func `a removed account leaves no lock, also if another program removed it`() async throws {
        let key = SealingKey(random: .system)
        let (storage, other) = (
            SealedAccountStorage(folder: folder, key: key), SealedAccountStorage(folder: folder, key: key)
        )
        let id = try SampleAccounts.record().id
        let lock = AccountSeal(key).name(of: id).accessLock
        func signInAndHold(_ body: @Sendable () async throws -> Void) async throws {
            try await storage.withExclusiveAccess(to: id) {
                try await storage.save(SampleAccounts.record())
                try await body()
                #expect(try folder.names().contains(lock), "whoever holds it goes on holding it")
            }
        }
        try await signInAndHold { try await storage.remove(id) }
        #expect(try !folder.names().contains(lock))
        try await signInAndHold { try await other.remove(id) }
        #expect(try !folder.names().contains(lock))
        try await signInAndHold {}
        #expect(try folder.names().contains(lock))
        try await other.remove(id)
        #expect(try !folder.names().contains(lock))
        // Nor does the lock of an account that never existed.
        try await storage.withExclusiveAccess(to: id) {}
        #expect(try !folder.names().contains(lock))
    }

    @Test(.timeLimit(.minutes(1)))
    func `programs that remove and sign in all the time never work side by side`() async throws {
        let key = SealingKey(random: .system)
        let id = try SampleAccounts.record().id
        let presence = Presence()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    let storage = SealedAccountStorage(folder: folder, key: key)
                    for _ in 0..<40 {
                        try await storage.withExclusiveAccess(to: id) {
                            await presence.enter()
                            try await storage.save(SampleAccounts.record())
                            try await storage.remove(id)
                            await presence.leave()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(await presence.most == 1)
    }

    @Test func `a caller that was cancelled before does not begin`() async throws {
        let access = ExclusiveAccess<Int>()
        let work = Task {
            while !Task.isCancelled { await Task.yield() }
            try await access.run(for: 1) { _ = Issue.record("it ran") }
        }
        work.cancel()
        await #expect(throws: CancellationError.self) { try await work.value }
        #expect(try await access.run(for: 1) { true })
    }

    @Test func `a lock that leads elsewhere is not taken`() async throws {
        try await withFolder(isThere: true) { folder in
            let lock = folder.appending(path: "a.lock")
            try FileManager.default.createSymbolicLink(
                at: lock, withDestinationURL: folder.appending(path: "victim"))
            let failure = #expect(throws: PrivateFile.Failure.self) { try FileLock.attempt(lock) }
            #expect(failure?.isForeign == true)
            #expect(try folder.names() == ["a.lock"])
        }
    }

    @Test func `a lock that is released for ever removes no other lock's file`() async throws {
        try await withFolder(isThere: true) { folder in
            let file = folder.appending(path: "a.lock")
            let first = try await FileLock.acquire(file, patience: LockPatience())
            try FileManager.default.removeItem(at: file)
            let second = try await FileLock.acquire(file, patience: LockPatience(limit: .zero))
            first.releaseForEver()
            #expect(try folder.names() == ["a.lock"])
            second.releaseForEver()
            #expect(try folder.names().isEmpty)
        }
    }

    @Test func `a lock whose file was removed is taken again`() async throws {
        try await withFolder(isThere: true) { folder in
            let file = folder.appending(path: "a.lock")
            let first = try await FileLock.acquire(file, patience: LockPatience())
            try FileManager.default.removeItem(at: file)
            let second = try await FileLock.acquire(file, patience: LockPatience(limit: .zero))
            first.release()
            await expect(AccountStorageError.self, .busy) {
                try await FileLock.acquire(file, patience: LockPatience(limit: .zero))
            }
            second.release()
        }
    }

    @Test(arguments: [false, true])
    func `a file removed between opening and locking gives no lock`(_ isThereAgain: Bool) async throws {
        try await withFolder(isThere: true) { folder in
            let file = folder.appending(path: "a.lock")
            try Data().write(to: file)
            try #require(try FileLock.locking(open(file.path, O_RDWR), of: file)).release()
            let descriptor = open(file.path, O_RDWR)
            try FileManager.default.removeItem(at: file)
            if isThereAgain { try Data().write(to: file) }
            #expect(try FileLock.locking(descriptor, of: file) == nil)
        }
    }
}

private actor Presence {
    private var now = 0
    private(set) var most = 0

    func enter() {
        now += 1
        most = max(most, now)
    }

    func leave() { now -= 1 }
}

private actor Room {
    private let size: Int
    private var inside: [CheckedContinuation<Void, Never>] = []
    private var watcher: CheckedContinuation<Void, Never>?

    init(_ size: Int) { self.size = size }

    func enterAndWait() async {
        await withCheckedContinuation { continuation in
            inside.append(continuation)
            if inside.count == size { watcher?.resume() }
        }
    }

    func isFull() async {
        guard inside.count < size else { return }
        await withCheckedContinuation { watcher = $0 }
    }

    func open() {
        for continuation in inside { continuation.resume() }
        inside = []
    }
}
