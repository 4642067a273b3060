// SPDX-License-Identifier: Apache-2.0

/// A folder that is removed with its last reference, such as that of a suite's instance.
package final class TemporaryFolder: Sendable {
    package let url = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")

    /// Without `exists`, the test creates the folder.
    package init(exists: Bool = true) {
        if exists { try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
