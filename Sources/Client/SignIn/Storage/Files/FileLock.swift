// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import PortableFoundation
import PrivateFiles

/// A lock that programs share through a file.
///
/// The file is never renamed: a lock on a replaced file would protect nothing.
struct FileLock: Sendable {
    private let descriptor: Int32
    private let file: URL

    /// Waits for the lock without blocking a thread.
    ///
    /// Two programs could block all their threads in `flock`, each for accounts that the other holds, and wait for
    /// ever.
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

    /// Takes the lock if it is free; `nil` if another program, or this one, holds it.
    static func attempt(_ file: URL) throws -> FileLock? {
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw PrivateFile.Failure.current() }
        return try locking(descriptor, of: file)
    }

    /// Locks an open file; `nil`, with the file closed, if another program holds it or removed it after the opening.
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

    /// Releases the lock, and removes the file.
    ///
    /// Only the lock holder may do so. A program that opened the file before then gets the lock of a removed file,
    /// notices that, and begins again.
    func releaseForEver() {
        if Self.isStill(descriptor, at: file) { unlink(file.path) }
        release()
    }
}

/// How long to wait for a lock that another program holds, and how often to try.
struct LockPatience: Sendable {
    var limit: Duration = .seconds(60)
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// A number from 0 to 1, so that waiting programs try at different moments.
    var jitter: @Sendable () -> Double = { Double.random(in: 0...1) }

    /// The pauses between attempts: short at first, at most 50 ms each, until their sum reaches the limit.
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
