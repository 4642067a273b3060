// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// The file beside the target, which holds the bytes until all have arrived.
///
/// Each function blocks on the disk, and throws the error of the system.
final class PartialFile: Sendable {
    private struct Note: Codable {
        let address: String
        let validator: String
    }

    private let url: URL
    private let file: OpenFile
    private let isKept: Bool

    /// Opens the file; another download of the same file to resume must have ended.
    ///
    /// In a shared folder, another user may have put a file of that name there: only a regular file of this user with
    /// one hard link is used. Only this user can read or lock it before it is in place. Throws `EWOULDBLOCK` while
    /// another download writes it, and `EACCES` for a file of another user.
    init(beside file: URL, isKept: Bool) throws {
        let name = isKept ? "\(file.lastPathComponent).part" : ".\(file.lastPathComponent).\(UUID()).part"
        url = file.deletingLastPathComponent().appending(path: name)
        self.isKept = isKept
        // Non-blocking: a pipe of that name may have no other end.
        let descriptor = open(
            url.path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (isKept ? 0 : O_EXCL), 0o600)
        guard descriptor >= 0 else { throw POSIXError.current }
        self.file = OpenFile(descriptor)
        guard Self.isOwn(descriptor) else { throw POSIXError(.EACCES) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw POSIXError.current }
        // An earlier download may have just moved it into place.
        var (opened, named) = (stat(), stat())
        guard fstat(descriptor, &opened) == 0, stat(url.path, &named) == 0, opened.st_ino == named.st_ino else {
            throw POSIXError(.EWOULDBLOCK)
        }
    }

    private var descriptor: Int32 { file.descriptor.number }

    private func end() throws -> Int64 {
        let length = lseek(descriptor, 0, SEEK_END)
        guard length >= 0 else { throw POSIXError.current }
        return Int64(length)
    }

    private var note: URL { url.appendingPathExtension("json") }

    func start(from address: String) throws -> DownloadStart? {
        let length = try end()
        guard isKept, length > 0, let data = readNote(), let note = try? JSONDecoder().decode(Note.self, from: data),
            note.address == address
        else { return nil }
        return DownloadStart(address: address, validator: note.validator, length: length)
    }

    /// The note; `nil` for one that another user may have written.
    private func readNote() -> Data? {
        let descriptor = open(note.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let note = OpenFile(descriptor)
        return Self.isOwn(descriptor) ? try? note.read() : nil
    }

    private static func isOwn(_ descriptor: Int32) -> Bool {
        var opened = stat()
        return fstat(descriptor, &opened) == 0 && opened.st_mode & S_IFMT == S_IFREG && opened.st_uid == geteuid()
            && opened.st_nlink == 1
    }

    func begin(from address: String, validator: String?) throws {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else { throw POSIXError.current }
        try? FileManager.default.removeItem(at: note)
        guard isKept, let validator else { return }
        try JSONEncoder().encode(Note(address: address, validator: validator)).write(to: note, options: .atomic)
    }

    func write(_ data: Data) throws { try file.write(data) }

    /// Puts the file into place, with all bytes on the disk.
    func move(to file: URL) throws {
        var earlier = stat()
        let isOwn = stat(file.path, &earlier) == 0 && earlier.st_uid == geteuid()
        fchmod(descriptor, isOwn ? earlier.st_mode & 0o777 : Self.newFileMode())
        guard fsync(descriptor) == 0, rename(url.path, file.path) == 0 else { throw POSIXError.current }
        try? FileManager.default.removeItem(at: note)
        flock(descriptor, LOCK_UN)
    }

    /// Releases the file for another download; removes it if that could not resume it.
    func leave() {
        // The lock ends last.
        defer { flock(descriptor, LOCK_UN) }
        guard (try? end()) ?? 0 == 0 || !FileManager.default.fileExists(atPath: note.path) else { return }
        try? FileManager.default.removeItem(at: url)
        try? FileManager.default.removeItem(at: note)
    }

    /// The mode of a new file by the umask, which cannot be read without changing it for all threads.
    private static func newFileMode() -> mode_t {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { return 0o600 }
        var made = stat()
        defer {
            close(descriptor)
            unlink(path)
        }
        return fstat(descriptor, &made) == 0 ? made.st_mode & 0o777 : 0o600
    }
}
