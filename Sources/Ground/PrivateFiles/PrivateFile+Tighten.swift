// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation

/// Files that other code writes, such as a database, in a folder that others may see.
extension PrivateFile {
    /// Creates an empty file, or removes all permissions of other accounts from an existing one.
    package static func make(_ file: URL) throws {
        if try tighten(file) { return }
        close(try opened(file, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600))
    }

    /// Sets the permissions of an existing file, by default for its owner alone; returns whether the file exists.
    @discardableResult
    package static func tighten(_ file: URL, to mode: mode_t = 0o600) throws -> Bool {
        guard let found = try requireOwn(file) else { return false }
        // Opened only to change the mode: closing a descriptor ends the locks that SQLite holds in this process.
        guard found.st_mode & 0o777 != mode else { return true }
        let descriptor = try opened(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        defer { close(descriptor) }
        try requireOwnFile(try status(of: descriptor), file)
        guard fchmod(descriptor, mode) == 0 else { throw Failure.current() }
        return true
    }

    /// The content of a file that only this account can write; `nil` if there is no such file.
    ///
    /// Refuses lax permissions instead of changing them: another account may have written already.
    package static func contentOfOwn(_ file: URL, limit: Int) throws -> Data? {
        try requireOwn(file)
        return try content(of: file, limit: limit, refusing: 0o022)
    }

    /// The content of a file that only this account can read; `nil` if there is no such file.
    ///
    /// Follows no link. Refuses lax permissions instead of changing them: another account may have read it already.
    package static func secret(_ file: URL, limit: Int) throws -> Data? {
        try content(of: file, limit: limit, refusing: 0o077)
    }

    /// Refuses anything but a file of our own; `nil` if nothing exists at the path.
    @discardableResult
    package static func requireOwn(_ file: URL) throws -> stat? {
        var found = stat()
        guard lstat(file.path, &found) == 0 else {
            guard errno == ENOENT else { throw Failure.current() }
            return nil
        }
        try requireOwnFile(found, file)
        return found
    }

    static func requireOwnFile(_ status: stat, _ file: URL) throws {
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Failure(reason: "\(file.lastPathComponent) is not a file", isForeign: true)
        }
        guard status.st_uid == geteuid() else { throw Failure.foreignOwner(of: file) }
    }
}

/// Files that are written over a longer time, under a name that others can know.
extension PrivateFile {
    /// Opens or creates a file of our own for writing; the caller closes it.
    ///
    /// Refuses one that other accounts can open, or that has a second name (`isForeign`).
    package static func openOwn(_ file: URL) throws -> Int32 {
        let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK
        do {
            return try opened(file, flags | O_CREAT | O_EXCL, 0o600)
        } catch let failure as Failure where failure.number == EEXIST {
        }
        let descriptor = try opened(file, flags)
        do {
            let found = try status(of: descriptor)
            try requireOwnFile(found, file)
            guard found.st_mode & 0o077 == 0 else {
                throw Failure(
                    reason: "\(file.lastPathComponent) may be read or changed by other users", remedy: "remove it",
                    isForeign: true)
            }
            guard found.st_nlink == 1 else {
                throw Failure(
                    reason: "\(file.lastPathComponent) has a second hard link, through which other users may access it",
                    remedy: "remove it", isForeign: true)
            }
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }
}
