// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A lock that programs share through a file.
///
/// The file is never renamed or removed: a lock on a name that was replaced would protect nothing.
struct FileLock: Sendable {
    private let descriptor: Int32

    /// Waits until the lock is ours; call it off the cooperative pool.
    init(_ file: URL) throws {
        descriptor = open(file.path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw PrivateFile.Failure.current() }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                let failure = PrivateFile.Failure.current()
                close(descriptor)
                throw failure
            }
        }
    }

    /// Lets the next one in.
    func release() { close(descriptor) }
}
