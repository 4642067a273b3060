// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import TenantCommands

/// The lock that keeps a second server away from a data folder.
@Suite struct DataFolderLockTests {
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "data-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test func `a folder is taken while a server holds its lock`() throws {
        try withFolder { folder in
            #expect(!DataFolderLock.isTaken(folder))
            let lock = try DataFolderLock(folder)
            withExtendedLifetime(lock) { #expect(DataFolderLock.isTaken(folder)) }
        }
    }

    @Test func `two programs that ask at once do not take each other for a server`() throws {
        try withFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appending(path: "server.lock")
            let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            try #require(descriptor >= 0)
            defer { close(descriptor) }
            // The lock of the other program's question.
            try #require(flock(descriptor, LOCK_SH | LOCK_NB) == 0)
            #expect(!DataFolderLock.isTaken(folder))
        }
    }

    @Test func `a lock behind a symbolic link is not the folder's`() throws {
        try withFolder { folder in
            let (other, file) = (folder.appending(path: "other"), folder.appending(path: "server.lock"))
            let lock = try DataFolderLock(other)
            try withExtendedLifetime(lock) {
                try FileManager.default.createSymbolicLink(
                    at: file, withDestinationURL: other.appending(path: "server.lock"))
                #expect(!DataFolderLock.isTaken(folder))
                #expect(throws: (any Error).self) { try DataFolderLock(folder) }
            }
        }
    }
}
