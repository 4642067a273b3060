// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import PortableFoundation
import PrivateFiles

/// A lock file that programs share; it is never renamed, because a lock on a replaced file would protect nothing.
struct FileLock: Sendable {
    private let descriptor: Int32
    private let file: URL

    /// Waits without blocking a thread: two programs could block all their threads in `flock`, each for accounts that
    /// the other holds, and deadlock.
    static func acquire(_ file: URL, patience: LockPatience) async throws -> FileLock {
        var pauses = patience.pauses()
        while true {
            if let lock = try await offThePool({ try attempt(file) }) { return lock }
            guard let pause = pauses.next() else {
                throw AccountStorageError(
                    .busy,
                    "another program has held \(file.path) for \(patience.limit.components.seconds) seconds; "
                        + "check whether it is still running")
            }
            try await patience.sleep(pause)
        }
    }

    /// `nil` if another program, or this one, holds the lock.
    static func attempt(_ file: URL) throws -> FileLock? {
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw PrivateFile.Failure.current() }
        return try locking(descriptor, of: file)
    }

    /// `nil`, with the file closed, if another program holds the lock, or removed the file after it was opened.
    static func locking(_ descriptor: Int32, of file: URL) throws -> FileLock? {
        var result = flock(descriptor, LOCK_EX | LOCK_NB)
        while result != 0 && errno == EINTR { result = flock(descriptor, LOCK_EX | LOCK_NB) }
        guard result == 0 else {
            let failure = PrivateFile.Failure.current()
            close(descriptor)
            if failure.number == EWOULDBLOCK { return nil }
            throw failure
        }
        guard isStill(descriptor, at: file) else {
            close(descriptor)
            return nil
        }
        return FileLock(descriptor: descriptor, file: file)
    }

    private static func isStill(_ descriptor: Int32, at file: URL) -> Bool {
        var (ours, there) = (stat(), stat())
        return fstat(descriptor, &ours) == 0 && lstat(file.path, &there) == 0
            && ours.st_ino == there.st_ino && ours.st_dev == there.st_dev
    }

    func release() { close(descriptor) }

    /// Removes the file, which only the lock holder may do: a program that opened it before gets the lock of a removed
    /// file, notices that, and starts again.
    func releaseForEver() {
        if Self.isStill(descriptor, at: file) { unlink(file.path) }
        release()
    }
}

struct LockPatience: Sendable {
    var limit: Duration = .seconds(60)
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// From 0 to 1, so that waiting programs try at different times.
    var jitter: @Sendable () -> Double = { Double.random(in: 0...1) }

    /// Grow from about 2 ms to at most 50 ms, until their sum reaches the limit.
    func pauses() -> some IteratorProtocol<Duration> {
        sequence(state: (longest: Duration.milliseconds(2), waited: Duration.zero)) { state in
            guard state.waited < limit else { return nil }
            let pause = state.longest * (0.5 + jitter() / 2)
            state.longest = min(state.longest * 2, .milliseconds(50))
            state.waited += pause
            return pause
        }
    }
}
