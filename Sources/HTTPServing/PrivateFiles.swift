// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// Makes sure that a folder and the files in it are their owner's alone.
///
/// What is lax and ours is tightened; what belongs to somebody else is refused, for they could read or swap it.
package struct PrivateFiles {
    private let folder: URL

    /// Names the folder; nothing is made yet.
    package init(folder: URL) {
        self.folder = folder
    }

    /// Makes the folder, or makes sure that nobody else can put anything into it.
    ///
    /// - Throws: ``PrivateFilesError``.
    package func prepareFolder() throws {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            // What the file manager says of most causes is a number.
            let cause = ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue
            throw PrivateFilesError(reason: cause.map { String(cString: strerror($0)) } ?? error.localizedDescription)
        }
        try withDescriptor(folder, O_RDONLY | O_DIRECTORY) { descriptor in
            let status = try status(folder) { fstat(descriptor, &$0) }
            guard status.st_mode & 0o022 != 0 else { return }
            try requireOwn(status, folder)
            try require(fchmod(descriptor, 0o700) == 0, folder)
        }
    }

    /// Makes a file, or makes sure that nobody else can open it.
    ///
    /// - Throws: ``PrivateFilesError``.
    package func makeFile(_ name: String) throws {
        let file = folder.appending(path: name)
        if try tightenFile(name) { return }
        try withDescriptor(file, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW) { descriptor in
            try require(fchmod(descriptor, 0o600) == 0, file)
        }
    }

    /// Makes sure that nobody else can open a file, if there is one.
    ///
    /// - Returns: Whether there is one.
    /// - Throws: ``PrivateFilesError``.
    @discardableResult
    package func tightenFile(_ name: String) throws -> Bool {
        let file = folder.appending(path: name)
        guard let found = try find(file) else { return false }
        // Opened only where it must be: closing a descriptor ends the locks that SQLite holds in this process.
        guard found.st_mode & 0o777 != 0o600 else { return true }
        try withDescriptor(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) { descriptor in
            try requireOwnFile(try status(file) { fstat(descriptor, &$0) }, file)
            try require(fchmod(descriptor, 0o600) == 0, file)
        }
        return true
    }

    /// Reads a file that nobody else can have written; nothing is tightened, for it would be too late.
    ///
    /// - Returns: The content; `nil` if there is no file.
    /// - Throws: ``PrivateFilesError``; `CocoaError` if it cannot be read.
    package func content(of name: String) throws -> Data? {
        let file = folder.appending(path: name)
        guard try find(file) != nil else { return nil }
        return try withDescriptor(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) { descriptor in
            let status = try status(file) { fstat(descriptor, &$0) }
            try requireOwnFile(status, file)
            guard status.st_mode & 0o022 == 0 else {
                throw PrivateFilesError(reason: "\(name) may be changed by others")
            }
            return try FileHandle(fileDescriptor: descriptor).readToEnd() ?? Data()
        }
    }

    /// Writes a file that nobody else can open, whole or not at all, in the place of what was there.
    ///
    /// - Throws: ``PrivateFilesError``; `CocoaError` if it cannot be written.
    package func write(_ content: Data, to name: String) throws {
        let file = folder.appending(path: name)
        _ = try find(file)
        let draft = folder.appending(path: ".\(name).new")
        unlink(draft.path)
        try withDescriptor(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW) { descriptor in
            try require(fchmod(descriptor, 0o600) == 0, draft)
            try FileHandle(fileDescriptor: descriptor).write(contentsOf: content)
            try require(fsync(descriptor) == 0, draft)
        }
        try require(rename(draft.path, file.path) == 0, file)
    }

    /// Looks for a file, which must be ours.
    private func find(_ file: URL) throws -> stat? {
        var found = stat()
        guard lstat(file.path, &found) == 0 else {
            try require(errno == ENOENT, file)
            return nil
        }
        try requireOwnFile(found, file)
        return found
    }

    private func withDescriptor<Result>(
        _ place: URL, _ flags: Int32, _ body: (Int32) throws -> Result
    ) throws -> Result {
        let descriptor = open(place.path, flags | O_CLOEXEC, 0o600)
        try require(descriptor >= 0, place)
        defer { close(descriptor) }
        return try body(descriptor)
    }

    private func status(_ place: URL, _ ask: (inout stat) -> Int32) throws -> stat {
        var status = stat()
        try require(ask(&status) == 0, place)
        return status
    }

    private func requireOwnFile(_ status: stat, _ file: URL) throws {
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw PrivateFilesError(reason: "\(file.lastPathComponent) is not a file")
        }
        try requireOwn(status, file)
    }

    private func requireOwn(_ status: stat, _ place: URL) throws {
        guard status.st_uid == geteuid() else {
            throw PrivateFilesError(reason: "\(place.lastPathComponent) belongs to somebody else")
        }
    }

    private func require(_ holds: Bool, _ place: URL) throws {
        guard holds else {
            throw PrivateFilesError(reason: "\(place.lastPathComponent): \(String(cString: strerror(errno)))")
        }
    }
}
