// SPDX-License-Identifier: Apache-2.0
#if os(macOS) || os(Linux)

/// A shared library that replaces one of the system.
package struct StubLibrary {
    package let folder: URL
    package let file: URL

    /// Compiles C `source` to a library such as `libpq.so.5`; `nil` makes an empty file, which no dynamic linker loads.
    package init(_ name: String, source: String? = nil) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "library-\(UUID().uuidString)")
        file = folder.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard let source else {
            try Data().write(to: file)
            return
        }
        let text = folder.appending(path: "stub.c")
        try Data(source.utf8).write(to: text)
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = ["clang", "-shared", "-fPIC", "-o", file.path, text.path]
        let (status, output) = try await compiler.runToEnd(readingErrors: true)
        guard status == 0 else { throw Failure(description: output) }
    }

    package func remove() { try? FileManager.default.removeItem(at: folder) }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }
}
#endif
