// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation

/// Files that other code writes, such as a database, in a folder that others may see.
extension PrivateFile {
    /// Makes an empty file, or takes all permissions of other accounts from an existing one.
    ///
    /// - Throws: ``Failure``.
    package static func make(_ file: URL) throws {
        if try tighten(file) { return }
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure.current() }
        close(descriptor)
    }

    /// Sets the permissions of an existing file; by default only its owner can open it.
    ///
    /// - Returns: Whether the file exists.
    /// - Throws: ``Failure``.
    @discardableResult
    package static func tighten(_ file: URL, to mode: mode_t = 0o600) throws -> Bool {
        var found = stat()
        guard lstat(file.path, &found) == 0 else {
            guard errno == ENOENT else { throw Failure.current() }
            return false
        }
        try requireOwnFile(found, file)
        // Opened only to change the mode: closing a descriptor ends the locks that SQLite holds in this process.
        guard found.st_mode & 0o777 != mode else { return true }
        let descriptor = open(file.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure.current() }
        defer { close(descriptor) }
        guard fstat(descriptor, &found) == 0 else { throw Failure.current() }
        try requireOwnFile(found, file)
        guard fchmod(descriptor, mode) == 0 else { throw Failure.current() }
        return true
    }

    /// The content of a file that only this account can write; `nil` if there is no such file.
    ///
    /// Refuses lax permissions instead of changing them: another account may have written already.
    ///
    /// - Throws: ``Failure``.
    package static func contentOfOwn(_ file: URL, limit: Int) throws -> Data? {
        try requireOwn(file)
        return try content(of: file, limit: limit, refusing: 0o022)
    }

    /// The content of a file that only this account can read; `nil` if there is no such file.
    ///
    /// Follows no link. Refuses lax permissions instead of changing them: another account may have read it already.
    ///
    /// - Throws: ``Failure``.
    package static func secret(_ file: URL, limit: Int) throws -> Data? {
        try content(of: file, limit: limit, refusing: 0o077)
    }

    /// Refuses a path at which anything but a file of our own exists.
    ///
    /// - Throws: ``Failure``.
    package static func requireOwn(_ file: URL) throws {
        var found = stat()
        guard lstat(file.path, &found) == 0 else {
            guard errno == ENOENT else { throw Failure.current() }
            return
        }
        try requireOwnFile(found, file)
    }

    static func requireOwnFile(_ status: stat, _ file: URL) throws {
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Failure(reason: "\(file.lastPathComponent) is not a file", isForeign: true)
        }
        guard status.st_uid == geteuid() else { throw Failure.foreignOwner(of: file) }
    }
}
