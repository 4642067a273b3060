// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuthMessages
import SignIn
import SystemSignIn

/// Saves one account again and again, and says so after each save, until a test kills it.
@main struct KeychainWorker {
    static func main() async throws {
        let storage = KeychainAccountStorage(service: CommandLine.arguments[1])
        let first = try AccountRecord(content: FileHandle.standardInput.readToEnd() ?? Data())
        while true {
            var record = try await storage.record(first.id) ?? first
            record.refreshToken = Redacted(UUID().uuidString)
            do {
                let saved = try await storage.save(record).record
                FileHandle.standardOutput.write(Data("saved \(saved.generation)\n".utf8))
            } catch AccountStorageError.Code.conflict {
                // Another worker was faster; the next look reads its save.
            }
        }
    }
}
