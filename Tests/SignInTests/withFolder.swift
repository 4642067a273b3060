// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The address of a folder that is gone after the test.
func withFolder<Result>(isThere: Bool = false, _ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID())")
    if isThere { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}
