// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Files that only their owner can read, replaced whole.
enum PrivateFile {
    /// What the system said.
    struct Failure: Error {
        let reason: String

        /// Reads `errno`; call it at once.
        static func current() -> Failure { Failure(reason: String(cString: strerror(errno))) }
    }

    /// Makes a folder that only its owner can use.
    ///
    /// One that is there already is tightened if it is ours, and refused if it is not: whoever owns it could put other
    /// files in the place of these.
    static func makeFolder(_ folder: URL) throws {
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure.current() }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure.current() }
        guard status.st_uid == geteuid() else { throw Failure(reason: "the folder belongs to somebody else") }
        guard status.st_mode & 0o077 == 0 || fchmod(descriptor, 0o700) == 0 else { throw Failure.current() }
    }

    /// Replaces a file so that a crash leaves the old content or the new one, never half of either.
    static func replace(_ file: URL, with content: Data) throws {
        let temporary = file.deletingLastPathComponent()
            .appending(path: ".\(file.lastPathComponent).\(UUID().uuidString)")
        let descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure.current() }
        do {
            try write(content, to: descriptor)
            try flush(descriptor)
        } catch {
            close(descriptor)
            unlink(temporary.path)
            throw error
        }
        close(descriptor)
        guard rename(temporary.path, file.path) == 0 else {
            let failure = Failure.current()
            unlink(temporary.path)
            throw failure
        }
        try sync(folderOf: file)
    }

    static func remove(_ file: URL) throws {
        guard unlink(file.path) == 0 || errno == ENOENT else { throw Failure.current() }
        try sync(folderOf: file)
    }

    /// A rename is only on the disk once its folder is.
    private static func sync(folderOf file: URL) throws {
        let descriptor = open(file.deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        do {
            try flush(descriptor)
        } catch  where errno == EINVAL || errno == ENOTSUP {
            // Some network volumes do not flush folders; the content itself was flushed.
        }
    }

    private static func flush(_ descriptor: Int32) throws {
        #if canImport(Darwin)
        // There `fsync` leaves the data in the drive's own memory.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(descriptor) == 0 else { throw Failure.current() }
    }

    private static func write(_ content: Data, to descriptor: Int32) throws {
        var rest = content[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard written >= 0 || errno == EINTR else { throw Failure.current() }
            rest = rest.dropFirst(max(0, written))
        }
    }
}
