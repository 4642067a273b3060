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

    static func makeFolder(_ folder: URL) throws {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure(reason: "the folder cannot be made")
        }
    }

    /// Replaces a file so that a crash leaves the old content or the new one, never half of either.
    static func replace(_ file: URL, with content: Data) throws {
        let temporary = file.deletingLastPathComponent()
            .appending(path: ".\(file.lastPathComponent).\(UUID().uuidString)")
        let descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure.current() }
        do {
            try write(content, to: descriptor)
            guard fsync(descriptor) == 0 else { throw Failure.current() }
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
