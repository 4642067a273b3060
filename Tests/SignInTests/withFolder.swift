// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A folder that is gone after the test.
func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}
