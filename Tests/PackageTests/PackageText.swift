// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A text file of this package.
struct PackageText {
    /// The path below the folder in which it was found.
    let name: String
    let text: String

    /// The text of one file, by its path in the package.
    static func read(_ path: String) throws -> String {
        try String(contentsOf: PackageManifest.folder.appending(path: path), encoding: .utf8)
    }

    /// Whether the package has a file or folder of this path.
    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: PackageManifest.folder.appending(path: path).path)
    }

    /// The files of a kind in folders of the package and below, in the order of their names.
    ///
    /// - Throws: `CocoaError` if there is none: a test of each file would pass.
    static func all(in folders: String..., of kind: String) throws -> [PackageText] {
        let found = try folders.flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: PackageManifest.folder.appending(path: folder).path)
                .filter { $0.hasSuffix(".\(kind)") }.sorted()
                .map { PackageText(name: $0, text: try read("\(folder)/\($0)")) }
        }
        guard !found.isEmpty else { throw CocoaError(.fileNoSuchFile) }
        return found
    }
}
