// SPDX-License-Identifier: Apache-2.0
#if os(macOS) || os(Linux)

extension Process {
    /// Starts the program without input, and returns its status and output, without blocking the cooperative pool.
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

    /// Waits for a running program, without blocking the cooperative pool.
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
