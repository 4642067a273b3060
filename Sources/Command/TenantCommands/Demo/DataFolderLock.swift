// SPDX-License-Identifier: Apache-2.0
import ClientCommands
import PortableFoundation
import PrivateFiles

/// Excludes a second server from a data folder: it would write other addresses into the same settings.
final class DataFolderLock: Sendable {
    private let descriptor: Int32

    init(_ folder: URL) throws {
        do {
            try PrivateFile.makeFolderOthersMaySee(folder, mode: 0o711)
        } catch let error as PrivateFile.Failure {
            throw Self.unwritable(folder, error.reason)
        }
        descriptor = open(folder.appending(path: "server.lock").path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.unwritable(folder, String(cString: strerror(errno))) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw CommandError(
                "another tessera server is using \(folder.path)",
                hint: "stop that server, or use another folder: --data FOLDER", .unavailable
            )
        }
    }

    deinit { close(descriptor) }

    private static func unwritable(_ folder: URL, _ reason: String) -> CommandError {
        CommandError(
            "the folder \(folder.path) cannot be used: \(reason)",
            hint: ErrorText.writableFolder, .cannotWrite)
    }

    /// Takes a shared lock for a moment, so that two programs that check at once get the same answer.
    static func isTaken(_ folder: URL) -> Bool {
        let descriptor = open(folder.appending(path: "server.lock").path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0
    }
}
