// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The file that `--output` names, as curl writes it: the target of a link, a device or a pipe as well, and the umask
/// decides who may read a new file.
///
/// Unlike curl's, a regular file changes only when the content is whole: the bytes go to a file beside it first.
/// Another person with write access to the folder must not choose their place or their readers.
struct OutputFile {
    private let handle: FileHandle
    private let target: String
    /// The file beside the target; `nil` for a device or a pipe.
    private let part: String?

    /// The most links in a row, as with the kernel.
    private static let mostLinks = 40

    /// Opens the file.
    ///
    /// - Throws: `POSIXError`, also for a link, a device or a pipe of another person.
    init(_ name: String) throws {
        target = try Self.target(of: name)
        guard let found = Self.status(target) else {
            (part, handle) = try Self.beside(target, mode: 0o666)
            return
        }
        let isOwn = found.st_uid == geteuid()
        guard found.st_mode & S_IFMT == S_IFREG else {
            guard isOwn || found.st_uid == 0 else { throw POSIXError(.EACCES) }
            (part, handle) = (nil, try Self.open(target, O_WRONLY | O_NOCTTY, mode: 0))
            // Another person may have put a link in its place meanwhile.
            var opened = stat()
            guard fstat(handle.fileDescriptor, &opened) == 0, opened.st_ino == found.st_ino,
                opened.st_dev == found.st_dev
            else { throw POSIXError(.EACCES) }
            return
        }
        guard access(target, W_OK) == 0 else { throw Self.error() }
        // Another person's file could let that person read the new content.
        (part, handle) = try Self.beside(target, mode: isOwn ? found.st_mode & 0o777 : 0o666)
        if isOwn { fchmod(handle.fileDescriptor, found.st_mode & 0o777) }
    }

    func write(_ data: Data) throws { try handle.write(contentsOf: data) }

    /// Puts the whole content in place.
    func finish() throws {
        try handle.close()
        guard let part else { return }
        guard rename(part, target) == 0 else { throw Self.error() }
    }

    /// Removes an unfinished content.
    func discard() {
        try? handle.close()
        if let part { unlink(part) }
    }

    private static func beside(_ target: String, mode: mode_t) throws -> (part: String?, FileHandle) {
        let url = URL(filePath: target)
        let part = url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).\(UUID().uuidString)")
            .path
        return (part, try open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode))
    }

    private static func open(_ path: String, _ flags: Int32, mode: mode_t) throws -> FileHandle {
        let descriptor = Foundation.open(path, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw error() }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Follows links of this person, of root and of the folder's owner, as Linux does in shared folders.
    private static func target(of name: String) throws -> String {
        var path = name
        for _ in 0..<mostLinks {
            guard let link = status(path, followingLink: false), link.st_mode & S_IFMT == S_IFLNK else { return path }
            let folder = URL(filePath: path).deletingLastPathComponent()
            let owners = [geteuid(), 0] + (status(folder.path).map { [$0.st_uid] } ?? [])
            guard owners.contains(link.st_uid) else { throw POSIXError(.EACCES) }
            let next = try FileManager.default.destinationOfSymbolicLink(atPath: path)
            let place = next.hasPrefix("/") ? next : folder.appending(path: next).path
            // The links of open files, such as /dev/stdout, have targets without a name.
            if status(place, followingLink: false) == nil, status(path) != nil { return path }
            path = place
        }
        throw POSIXError(.ELOOP)
    }

    private static func status(_ path: String, followingLink: Bool = true) -> stat? {
        var found = stat()
        return (followingLink ? stat(path, &found) : lstat(path, &found)) == 0 ? found : nil
    }

    private static func error() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
