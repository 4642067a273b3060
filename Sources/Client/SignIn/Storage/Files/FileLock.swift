// SPDX-License-Identifier: Apache-2.0
import Foundation
import PrivateFiles

/// A lock that programs share through a file.
///
/// The file is never renamed: a lock on a name that was replaced would protect nothing.
struct FileLock: Sendable {
    private let descriptor: Int32
    private let file: URL

    /// Waits until the lock is ours, and holds up no thread meanwhile.
    ///
    /// A thread that waited in `flock` could not work: two programs, each with all its threads waiting for accounts of
    /// the other, would wait for ever.
    ///
    /// - Throws: ``AccountStorageError`` (`busy`), `PrivateFile.Failure`; `CancellationError`.
    static func acquire(_ file: URL, patience: LockPatience) async throws -> FileLock {
        var pauses = patience.pauses()
        while true {
            if let lock = try await offThePool({ try attempt(file) }) { return lock }
            guard let pause = pauses.next() else {
                throw AccountStorageError(
                    .busy,
                    "another program has held \(file.path) for \(patience.limit.components.seconds) seconds; "
                        + "see whether it still works")
            }
            try await patience.sleep(pause)
        }
    }

    /// Takes the lock if nobody holds it, not even this program.
    ///
    /// - Throws: `PrivateFile.Failure`.
    static func attempt(_ file: URL) throws -> FileLock? {
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw PrivateFile.Failure.current() }
        return try locking(descriptor, of: file)
    }

    /// Locks an open file; `nil`, with the file closed, if another program holds it or removed it after the opening.
    ///
    /// - Throws: `PrivateFile.Failure`.
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

    /// Lets the next one in.
    func release() { close(descriptor) }

    /// Lets the next one in, and removes the file.
    ///
    /// Only whoever holds the lock may do so: those who opened the file before find, once it is theirs, that it is not
    /// there any more, and begin again.
    func releaseForEver() {
        if Self.isStill(descriptor, at: file) { unlink(file.path) }
        release()
    }
}
