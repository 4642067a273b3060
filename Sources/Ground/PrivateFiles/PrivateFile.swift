// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation

/// Folders and files that only their owner can use; each write replaces a whole file.
///
/// It removes permissions of others from our own folders and files, and refuses those of other accounts, which could
/// read or swap them. Each function throws ``Failure``, and waits for the disk: call it off the cooperative pool.
package enum PrivateFile {
    /// Creates a folder that only its owner can use, or removes all permissions of others from an existing one of ours.
    ///
    /// Refuses a folder of another account: its owner could swap the files in it.
    package static func makeFolder(_ folder: URL) throws {
        try create(folder, mode: 0o700)
        try requireOwnFolder(folder)
        try tightenFolder(folder, with: 0o077) { status in
            guard status.st_uid == geteuid() else { throw Failure.foreignOwner(of: folder) }
        }
    }

    /// Creates a folder into which only its owner can write, or makes one private that others can write to.
    ///
    /// The mode 0711 lets others open public files in a new folder by name.
    package static func makeFolderOthersMaySee(_ folder: URL, mode: Int = 0o700) throws {
        try create(folder, mode: mode)
        try tightenFolder(folder, with: 0o022) { status in
            guard status.st_mode & 0o022 == 0 || status.st_uid == geteuid() else {
                throw Failure.foreignOwner(of: folder)
            }
        }
    }

    private static func tightenFolder(
        _ folder: URL, with permissions: mode_t, after check: (stat) throws -> Void
    ) throws {
        let descriptor = try opened(folder, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        let status = try status(of: descriptor)
        try check(status)
        guard status.st_mode & permissions == 0 || fchmod(descriptor, 0o700) == 0 else { throw Failure.current() }
    }

    static func opened(_ file: URL, _ flags: Int32, _ mode: mode_t = 0) throws -> Int32 {
        let descriptor = open(file.path, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw Failure.current() }
        return descriptor
    }

    static func status(of descriptor: Int32) throws -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure.current() }
        return status
    }

    private static func create(_ folder: URL, mode: Int) throws {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: mode])
        } catch {
            throw Failure(error)
        }
    }

    /// Refuses an existing folder of another account: its owner decides on its content.
    ///
    /// A link to it must belong to us or to root: another account could lead us from one folder of ours to another. The
    /// folder above is not checked: an account that can write to it can only put its own folder here, which this check
    /// refuses.
    package static func requireOwnFolder(_ folder: URL) throws {
        var status = stat()
        guard lstat(folder.path, &status) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else { throw Failure.current() }
            return
        }
        if status.st_mode & S_IFMT == S_IFLNK {
            guard status.st_uid == geteuid() || status.st_uid == 0 else { throw Failure.foreignOwner(of: folder) }
            guard stat(folder.path, &status) == 0 else {
                guard errno == ENOENT else { throw Failure.current() }
                return
            }
        }
        guard status.st_uid == geteuid() else { throw Failure.foreignOwner(of: folder) }
    }

    package static func names(in folder: URL) throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            throw Failure(error)
        }
    }

    /// Replaces a file: after a crash it has the old content or the new one, never a part.
    package static func replace(_ file: URL, with content: Data, mode: mode_t = 0o600) throws {
        // Opened first: an error after the rename must not say that the file is unchanged.
        let folder = try openFolder(of: file)
        defer { close(folder) }
        let temporary = try writeTemporary(for: file, content, mode: mode)
        guard rename(temporary.path, file.path) == 0 else {
            let failure = Failure.current()
            unlink(temporary.path)
            throw failure
        }
        try sync(folder: folder)
    }

    /// Creates a file with its whole content; of several programs that try at once, only one gets `true`.
    package static func create(_ file: URL, with content: Data) throws -> Bool {
        let folder = try openFolder(of: file)
        defer { close(folder) }
        let temporary = try writeTemporary(for: file, content)
        defer { unlink(temporary.path) }
        guard link(temporary.path, file.path) == 0 else {
            guard errno == EEXIST else { throw Failure.current() }
            return false
        }
        try sync(folder: folder)
        return true
    }

    package static func move(_ file: URL, to other: URL) throws {
        let folder = try openFolder(of: file)
        defer { close(folder) }
        guard rename(file.path, other.path) == 0 else { throw Failure.current() }
        try sync(folder: folder)
    }

    /// Removes a file, if it exists; refuses a folder (`isForeign`).
    package static func remove(_ file: URL) throws {
        var status = stat()
        if lstat(file.path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            throw Failure(reason: "\(file.lastPathComponent) is a folder", isForeign: true)
        }
        do {
            let folder = try openFolder(of: file)
            defer { close(folder) }
            guard unlink(file.path) == 0 else { throw Failure.current() }
            try sync(folder: folder)
        } catch let failure as Failure where failure.number == ENOENT {
            return
        }
    }

    /// The content of a file; `nil` if it does not exist.
    ///
    /// Follows no link. Refuses anything but a file (`isForeign`), a file of another account, and one over the limit.
    package static func content(of file: URL, limit: Int) throws -> Data? {
        try content(of: file, limit: limit, refusing: 0)
    }

    static func content(of file: URL, limit: Int, refusing permissions: mode_t) throws -> Data? {
        let descriptor: Int32
        do {
            descriptor = try opened(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        } catch let failure as Failure where failure.number == ENOENT {
            return nil
        }
        defer { close(descriptor) }
        let status = try status(of: descriptor)
        try requireOwnFile(status, file)
        guard status.st_mode & permissions == 0 else {
            let verb = permissions & 0o044 == 0 ? "changed" : "read"
            throw Failure(
                reason: "\(file.lastPathComponent) may be \(verb) by other users",
                remedy: "make it private with `chmod 600`"
            )
        }
        guard Int(status.st_size) <= limit else {
            throw Failure(reason: "\(file.lastPathComponent) is too large", isForeign: true)
        }
        do { return try FileDescriptor(descriptor).read(atMost: Int(status.st_size)) } catch { throw Failure(error) }
    }
}
