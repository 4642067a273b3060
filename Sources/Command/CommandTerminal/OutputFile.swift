// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import PortableFoundation
import PrivateFiles

/// A file that a command writes at the user's path; it appears when its content is complete.
///
/// The content goes first to a new file beside it, with an unguessable name. A new file is its owner's alone; an
/// existing one keeps its mode. Links and other users' files are refused: in a shared folder, another user could choose
/// the place or the readers. Devices and pipes, also behind a link, are written directly.
public struct OutputFile {
    private let descriptor: Int32
    private let target: URL
    private let part: URL?

    /// Opens the file; `mode` also applies to an existing one.
    public init(_ name: String, mode: mode_t? = nil) throws {
        target = URL(filePath: name)
        if let device = try Self.device(named: name) {
            (part, descriptor) = (nil, device)
            return
        }
        do {
            (part, descriptor) = try PrivateFile.openTemporary(for: target, mode: mode ?? Self.modeOfEarlier(target))
        } catch {
            throw Self.failure(name, error)
        }
    }

    /// The descriptor of a device, a pipe, or an open file such as `/dev/stdout`; `nil` if a file can be created there.
    ///
    /// - Throws: ``CommandError`` for a folder, a link, or a file of another user.
    static func device(
        named name: String, opening open: (String) throws -> Int32 = { try opened($0, O_WRONLY | O_NOCTTY, mode: 0) }
    ) throws -> Int32? {
        let place = URL(filePath: name)
        do {
            guard let found = try status(place, followingLink: false) else { return nil }
            if let device = try opened(device: place, by: open) { return device }
            guard found.st_mode & S_IFMT != S_IFDIR else { throw POSIXError(.EISDIR) }
            guard found.st_mode & S_IFMT == S_IFREG else { throw POSIXError(.ELOOP) }
            guard found.st_uid == geteuid() else { throw POSIXError(.EPERM) }
            return nil
        } catch {
            throw failure(name, error)
        }
    }

    /// Writes complete content; with `isPrivate`, an existing file gets the mode 0600.
    public static func write(_ content: Data, to name: String, isPrivate: Bool = false) throws {
        let file = try OutputFile(name, mode: isPrivate ? 0o600 : nil)
        do { try file.write(content) } catch {
            file.discard()
            throw error
        }
        try file.finish()
    }

    /// Creates a folder for its owner alone, or uses an existing one; refuses another user's, who could swap files.
    public static func folder(_ path: String, for content: String) throws -> URL {
        let folder = URL(filePath: path)
        do {
            if !FileManager.default.fileExists(atPath: folder.path) { try PrivateFile.makeFolder(folder) }
            try PrivateFile.requireOwnFolder(folder)
        } catch let error as PrivateFile.Failure {
            throw CommandError(
                "\(content) cannot be written to '\(path)': \(error.reason)", hint: "\(error.remedy)", .cannotWrite)
        }
        return folder
    }

    public func write(_ content: Data) throws {
        do { try PrivateFile.write(content, to: descriptor) } catch { throw Self.failure(target.path, error) }
    }

    public func finish() throws {
        defer { close(descriptor) }
        guard let part else { return }
        do {
            try PrivateFile.flush(descriptor)
            try PrivateFile.move(part, to: target)
        } catch {
            unlink(part.path)
            throw Self.failure(target.path, error)
        }
    }

    public func discard() {
        close(descriptor)
        if let part { unlink(part.path) }
    }

    /// The mode of the user's own earlier file; another user must not choose it, by a hard or a symbolic link.
    private static func modeOfEarlier(_ target: URL) throws -> mode_t {
        guard let found = try status(target, followingLink: false), found.st_mode & S_IFMT == S_IFREG,
            found.st_uid == geteuid(), found.st_nlink == 1
        else { return 0o600 }
        return found.st_mode & 0o777
    }

    private static func opened(device place: URL, by open: (String) throws -> Int32) throws -> Int32? {
        if let number = openFile(named: place.path) {
            // Opened by its name, a file would be written from its beginning.
            let descriptor = fcntl(number, F_DUPFD_CLOEXEC, 0)
            guard descriptor >= 0 else { throw POSIXError.current }
            return descriptor
        }
        guard let link = try status(place, followingLink: false), let found = try status(place, followingLink: true),
            ![S_IFREG, S_IFDIR].contains(found.st_mode & S_IFMT)
        else { return nil }
        guard Set([geteuid(), 0]).isSuperset(of: [link.st_uid, found.st_uid]) else { throw POSIXError(.EPERM) }
        let descriptor = try open(place.path)
        // Another user may have replaced it meanwhile.
        var now = stat()
        guard fstat(descriptor, &now) == 0, (now.st_ino, now.st_dev) == (found.st_ino, found.st_dev) else {
            close(descriptor)
            throw POSIXError(.EPERM)
        }
        return descriptor
    }

    /// The descriptor of a file that this program has open, by the system's name for it.
    private static func openFile(named path: String) -> Int32? {
        switch path {
        case "/dev/stdout": STDOUT_FILENO
        case "/dev/stderr": STDERR_FILENO
        default: path.wholeMatch(of: #/(?:/dev|/proc/self)/fd/([0-9]{1,6})/#).flatMap { Int32($0.1) }
        }
    }

    private static func opened(_ path: String, _ flags: Int32, mode: mode_t) throws -> Int32 {
        let descriptor = open(path, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw POSIXError.current }
        return descriptor
    }

    private static func status(_ place: URL, followingLink: Bool) throws -> stat? {
        var found = stat()
        guard (followingLink ? stat(place.path, &found) : lstat(place.path, &found)) != 0 else { return found }
        guard errno == ENOENT else { throw POSIXError.current }
        return nil
    }

    private static func failure(_ name: String, _ error: any Error) -> CommandError {
        let (reason, hint) =
            switch error {
            case let error as PrivateFile.Failure: (error.reason, error.remedy)
            case let error as POSIXError where error.code == .ELOOP:
                ("it is a link", "name the link's target, or remove the link")
            case let error as POSIXError where error.code == .EPERM:
                ("it belongs to another user", "name a file in a folder of your own")
            case let error as POSIXError where error.code == .EISDIR: ("it is a folder", "name a file in it")
            default:
                (
                    String(cString: strerror((error as? POSIXError)?.code.rawValue ?? EIO)),
                    "check the folder, its permissions, and the free space"
                )
            }
        return CommandError("'\(name)' cannot be written: \(reason)", hint: "\(hint)", .cannotWrite)
    }
}
