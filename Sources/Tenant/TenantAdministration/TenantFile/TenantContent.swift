// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import GRDB
import HTTPServing
import JOSE
import OAuth
package import TenantAuthorization
import TenantDirectory

/// The content of a tenant as one file, and its way back to the beginning.
package struct TenantContent: Sendable {
    package let platform: PlatformContext
    /// Adds the samples to an empty database.
    let addSamples: @Sendable (Database) throws -> Void

    package init(platform: PlatformContext, addSamples: @escaping @Sendable (Database) throws -> Void) {
        (self.platform, self.addSamples) = (platform, addSamples)
    }

    /// Takes a tenant file into the data; ``reset()`` goes back to what the data are then.
    ///
    /// - Parameters:
    ///   - json: The file.
    ///   - isReplacing: Whether what the file does not name goes, with all sign-ins; otherwise it stays.
    /// - Returns: What the file brought.
    /// - Throws: ``TenantFileError`` if anything is wrong in the file; then the data are as they were.
    package func take(_ json: Data, isReplacing: Bool = false) async throws -> TenantImportReport {
        do {
            let members: [String: JSONValue]
            do {
                members = try StrictJSON.object(in: json)
            } catch {
                throw DocumentRefusal(at: "", "This is no JSON object: \(error.message)")
            }
            return try await take(members, isReplacing: isReplacing)
        } catch let refusal as DocumentRefusal {
            throw TenantFileError(refusal)
        }
    }

    /// As ``take(_:isReplacing:)-(Data,_)``, of a document that was read.
    ///
    /// - Throws: ``DocumentRefusal``.
    func take(_ members: [String: JSONValue], isReplacing: Bool) async throws -> TenantImportReport {
        let context = context(with: try await PasswordHashes(in: members, random: platform.settings.random))
        return try await platform.database.queue.write { database in
            let report = try TenantFile.take(members, isReplacing: isReplacing, context, into: database)
            try TenantOrigin(try TenantFile.content(of: database)).save(database)
            try follow(database)
            return report
        }
    }

    /// The data as a tenant file; passwords and secrets in it are hashes, sign-ins are left out.
    package func file() async throws -> Data {
        let content = try await platform.database.queue.read { try TenantFile.content(of: $0) }
        let value = try JSONSerialization.jsonObject(with: Data(content.text.utf8))
        return try JSONSerialization.data(
            withJSONObject: value, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]) + Data("\n".utf8)
    }

    /// Makes the data what the file made them, or the samples; nobody is signed in then.
    func reset() async throws {
        platform.settings.refusals.removeAll()
        let context = context(with: try await PasswordHashes(in: [:], random: platform.settings.random))
        try await platform.database.queue.write { database in
            guard let members = try TenantOrigin.document(in: database) else {
                try TenantReset.clear(database)
                try addSamples(database)
                return try follow(database)
            }
            _ = try TenantFile.take(members, isReplacing: true, context, into: database)
            try follow(database)
        }
    }

    private func context(with hashes: PasswordHashes) -> DocumentContext {
        DocumentContext(
            hashes: hashes, now: platform.settings.now(), random: platform.settings.random, isFile: true,
            allowsDevelopmentKeys: platform.settings.keys == .developmentBeyondLoopback
                || platform.settings.names.isLoopback)
    }

    /// Clock and keys are held in memory too.
    private func follow(_ database: Database) throws {
        try platform.clock.follow(database)
        try platform.keys.ring.follow(database)
    }
}
