// SPDX-License-Identifier: Apache-2.0
#if os(macOS) || os(Linux)
package import Foundation

extension Process {
    /// Starts the program without input, and waits for its end; no thread of the cooperative pool is blocked.
    ///
    /// - Parameter readsErrors: Whether the output includes standard error.
    /// - Returns: The status, and the text of the output.
    /// - Throws: An error of Foundation if the program cannot be started.
    package func runToEnd(readingErrors readsErrors: Bool = false) async throws -> (status: Int32, output: String) {
        let pipe = Pipe()
        standardInput = FileHandle.nullDevice
        standardOutput = pipe
        if readsErrors { standardError = pipe }
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        try self.run()
                        let text = pipe.fileHandleForReading.readDataToEndOfFile()
                        self.waitUntilExit()
                        return (self.terminationStatus, String(decoding: text, as: UTF8.self))
                    })
            }
        }
    }

    /// Waits for the end of a program that runs; no thread of the cooperative pool is blocked.
    package func ended() async -> Int32 {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                self.waitUntilExit()
                continuation.resume(returning: self.terminationStatus)
            }
        }
    }
}
#endif
