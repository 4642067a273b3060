// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation

/// Writes content to the disk before it gets its name.
extension PrivateFile {
    /// Writes content to a temporary file in the folder of its later place, and flushes it to the disk.
    package static func writeTemporary(for file: URL, _ content: Data, mode: mode_t = 0o600) throws -> URL {
        let (temporary, descriptor) = try openTemporary(for: file, mode: mode)
        do {
            try write(content, to: descriptor)
            try stampTime(descriptor)
            try flush(descriptor)
        } catch {
            close(descriptor)
            unlink(temporary.path)
            throw error
        }
        close(descriptor)
        return temporary
    }

    /// Creates a file with an unguessable name in the folder of its later place; the caller closes the descriptor.
    package static func openTemporary(for file: URL, mode: mode_t) throws -> (file: URL, descriptor: Int32) {
        let temporary = file.deletingLastPathComponent()
            .appending(path: ".\(file.lastPathComponent).\(UUID().uuidString)")
        let descriptor = try opened(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard fchmod(descriptor, mode) == 0 else {
            let failure = Failure.current()
            close(descriptor)
            unlink(temporary.path)
            throw failure
        }
        return (temporary, descriptor)
    }

    /// The later name of a temporary file; `nil` for a file that ``openTemporary(for:mode:)`` did not create.
    package static func target(ofTemporary name: String) -> String? {
        // A regular expression would be compiled at each start of a program.
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 2, parts[0].isEmpty, let id = parts.last, let uuid = UUID(uuidString: String(id)),
            uuid.uuidString == id
        else { return nil }
        let target = parts[1..<parts.count - 1].joined(separator: ".")
        return target.isEmpty ? nil : target
    }

    /// Opens the folder of a file for ``sync(folder:)``; the caller closes it.
    static func openFolder(of file: URL) throws -> Int32 {
        try opened(file.deletingLastPathComponent(), O_RDONLY | O_DIRECTORY)
    }

    /// Flushes a folder: only then does a rename survive a crash.
    static func sync(folder: Int32) throws {
        do {
            try flush(folder)
        } catch let failure as Failure where failure.number == EINVAL || failure.number == ENOTSUP {
            // Some network volumes cannot flush folders; the content itself is on the disk.
        }
    }

    package static func flush(_ descriptor: Int32) throws {
        #if canImport(Darwin)
        // On Apple systems `fsync` leaves the data in the memory of the drive.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(descriptor) == 0 else { throw Failure.current() }
    }

    /// Sets the time exactly: file systems count in milliseconds, and a program can replace a file twice in one.
    private static func stampTime(_ descriptor: Int32) throws {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        guard futimens(descriptor, [now, now]) == 0 else { throw Failure.current() }
    }

    package static func write(_ content: Data, to descriptor: Int32) throws {
        do { try FileDescriptor(descriptor).write(content) } catch { throw Failure(error) }
    }
}
