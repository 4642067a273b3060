// SPDX-License-Identifier: Apache-2.0
internal import CTesseraFaultyDisk
package import Foundation

/// A folder on a disk that loses power or is full when a test says so; for SQLite's files alone.
///
/// Such a disk becomes SQLite's default with the first of them, for the whole process; it passes on all other files.
package struct FaultyDisk: Sendable {
    /// The folder, for databases that are closed before the test ends.
    package let folder: URL
    private let number: Int32

    private init() throws {
        folder = try Self.makeFolder()
        number = faulty_watch(folder.path)
    }

    /// Runs a test with a new folder, and removes it.
    package static func with<Value>(_ test: (FaultyDisk) async throws -> Value) async throws -> Value {
        let disk = try FaultyDisk()
        defer {
            faulty_forget(disk.number)
            try? FileManager.default.removeItem(at: disk.folder)
        }
        return try await test(disk)
    }

    /// A new folder, by a path without links, as SQLite asks its disk for it.
    private static func makeFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "faulty-disk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard let path = realpath(folder.path, nil) else { throw CocoaError(.fileNoSuchFile) }
        defer { free(path) }
        return URL(filePath: String(cString: path))
    }

    /// Whether the power has not failed: only what was confirmed before counts as confirmed.
    package var hasPower: Bool { faulty_has_power(number) }

    /// How many writes, truncations, syncs and removals there were.
    package var eventCount: Int { faulty_events(number) }

    /// Lets the power fail at an event, counted from 1; the program does not notice, and goes on.
    package func cutPower(atEvent event: Int) { faulty_cut_power(number, event) }

    /// Lets writes fail, after others that pass; each has written its first half.
    ///
    /// 0 writes end that.
    package func failWrites(_ count: Int, after passing: Int = 0, code: Int32) {
        faulty_fail_writes(number, passing, count, code)
    }

    /// Runs a check in a folder with what is left after the power failed, or would fail now.
    ///
    /// - Parameters:
    ///   - seed: Chooses what is left of that which was not synced; 0 for nothing of it.
    ///   - check: Gets the folder, which is removed afterwards.
    /// - Returns: The value of the check.
    /// - Throws: Errors of the check and of Foundation.
    package func afterPowerFailure<Value>(seed: UInt64, _ check: (URL) async throws -> Value) async throws -> Value {
        let copy = try Self.makeFolder()
        defer { try? FileManager.default.removeItem(at: copy) }
        // Small seeds would begin with the same choices.
        guard faulty_recover(number, copy.path, seed &* 0x9E37_79B9_7F4A_7C15) else {
            throw CocoaError(.fileWriteUnknown)
        }
        return try await check(copy)
    }
}
