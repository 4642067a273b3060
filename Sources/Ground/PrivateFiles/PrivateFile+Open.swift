// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation

/// Files that are written over a longer time, under a name that others can know.
extension PrivateFile {
    /// Opens a file of our own for writing, or makes it.
    ///
    /// Refuses one that other accounts can open, or that has a second name.
    ///
    /// - Returns: The descriptor, which the caller closes.
    /// - Throws: ``Failure``: `isForeign` for a link, another kind of file, one of another account, or a second name.
    package static func openOwn(_ file: URL) throws -> Int32 {
        let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let made = open(file.path, flags | O_CREAT | O_EXCL, 0o600)
        guard made < 0 else { return made }
        guard errno == EEXIST else { throw Failure.current() }
        let descriptor = open(file.path, flags)
        guard descriptor >= 0 else { throw Failure.current() }
        do {
            var found = stat()
            guard fstat(descriptor, &found) == 0 else { throw Failure.current() }
            try requireOwnFile(found, file)
            guard found.st_mode & 0o077 == 0 else {
                throw Failure(
                    reason: "\(file.lastPathComponent) may be read or changed by other users", remedy: "remove it",
                    isForeign: true)
            }
            guard found.st_nlink == 1 else {
                throw Failure(
                    reason: "\(file.lastPathComponent) has a second name, through which other users may access it",
                    remedy: "remove it", isForeign: true)
            }
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }
}
