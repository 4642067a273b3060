// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JSONWebSignatures
import OAuthMessages
package import PortableFoundation
package import SQLiteRecords
package import TenantAuthorization
import TenantDirectory

package struct TenantContent: Sendable {
    package let platform: PlatformContext
    let addSamples: @Sendable (Database) throws -> Void

    package init(platform: PlatformContext, addSamples: @escaping @Sendable (Database) throws -> Void) {
        (self.platform, self.addSamples) = (platform, addSamples)
    }

    /// The part of an import that reads the file; the rest resolves names, and stores the content for a reset.
    private static let importShare = 0.8

    /// Imports a tenant file, to which ``reset()`` then returns; ``TenantFileError`` leaves the data unchanged.
    ///
    /// A replacing import removes records that are not in the file, and all sign-ins. `progress` gets the finished part
    /// of a large import, from 0 to 1.
    package func take(
        _ json: some Sequence<UInt8>, isReplacing: Bool = false,
        progress: @escaping @Sendable (_ finished: Double) -> Void = { _ in }
    ) async throws -> TenantImportReport {
        let file: CheckedDocument
        do {
            file = try CheckedDocument(Array(json))
        } catch {
            throw TenantFileError(DocumentRefusal(at: "", "This is not a JSON object: \(error.message)"))
        }
        do {
            return try await take(file, isReplacing: isReplacing, progress: progress)
        } catch let refusal as DocumentRefusal {
            throw TenantFileError(refusal)
        }
    }

    func take(
        _ file: CheckedDocument, isReplacing: Bool,
        progress: @escaping @Sendable (_ finished: Double) -> Void = { _ in }
    ) async throws -> TenantImportReport {
        let hashes = try await PasswordHashes(of: file.passwords, random: platform.settings.random)
        let context = context(with: hashes)
        return try await platform.database.write { database in
            let report = try TenantFile.take(
                DocumentObject(file.text), isReplacing: isReplacing, context, into: database,
                progress: { progress($0 * Self.importShare) })
            try TenantOrigin.clear(in: database)
            try TenantFile.write(database) { try TenantOrigin.append($0, in: database) }
            try follow(database)
            return report
        }
    }

    /// With hashes of passwords and secrets, and without sign-ins.
    package func file() async throws -> Data {
        try await platform.database.read { database in
            var file = Data()
            try TenantFile.write(database) { file += $0 }
            return file
        }
    }

    func reset() async throws {
        platform.settings.refusals.removeAll()
        let context = context(with: try await PasswordHashes(of: [], random: platform.settings.random))
        try await platform.database.write { database in
            guard let file = try TenantOrigin.document(in: database) else {
                try TenantReset.clear(database)
                try addSamples(database)
                return try follow(database)
            }
            _ = try TenantFile.take(DocumentObject(file), isReplacing: true, context, into: database)
            try follow(database)
        }
    }

    private func context(with hashes: PasswordHashes) -> DocumentContext {
        DocumentContext(
            hashes: hashes, now: platform.settings.now(), random: platform.settings.random, isFile: true,
            allowsDevelopmentKeys: platform.settings.keys == .developmentBeyondLoopback
                || platform.settings.names.isLoopback)
    }

    /// Clock, lifetimes, and keys are also cached in memory.
    private func follow(_ database: Database) throws {
        try platform.clock.follow(database)
        try platform.database.lifetimes.follow(database)
        try platform.keys.ring.follow(database)
    }
}

/// Empties a tenant; its keys stay, so that clients need not fetch them again.
enum TenantReset {
    /// A table comes after those that refer to it.
    static let tables = [
        "sessionClient", "browserSession", "customerSession", "consent", "authorizationCode", "refreshToken",
        "userFlowGrant", "deviceCode", "userCodeGuess", "inboxMessage", "oneTimeCode", "oneTimeCodeEffort",
        "standardDeviceCode", "standardCode", "standardAccessToken", "standardRefreshToken", "standardGrant",
        "standardSession", "standardConsent", "standardInteraction", "standardPushedRequest", "standardUsedIdentifier",
        "standardIdentifierCount", "standardOrigin", "standardClient", "oneTimeSignIn", "automaticSignIn", "faultRule",
        "userFlow", "customAttribute", "conditionalAccessPolicy", "termsAcceptance", "groupMember", "directoryGroup",
        "customer", "personSearch", "personDirectory", "person", "app", "tenant",
    ]

    static func clear(_ database: Database) throws {
        for table in tables { try database.execute(sql: "DELETE FROM \(table)") }
        try ClockState().keep(in: database)
        try TenantLifetimes.keep([:], in: database)
    }
}

package struct TenantImportReport: Sendable, Hashable {
    package struct Count: Sendable, Hashable {
        package var added = 0
        package var replaced = 0
        package var kept = 0
    }

    /// By the singular noun of the kind, such as `user flow`.
    package private(set) var counts: [String: Count] = [:]

    mutating func count(_ kind: String, isNew: Bool) {
        if isNew { counts[kind, default: Count()].added += 1 } else { counts[kind, default: Count()].replaced += 1 }
    }

    mutating func close(_ kind: String, total: Int) {
        let known = counts[kind, default: Count()]
        guard total > 0 || known != Count() else { return }
        counts[kind, default: Count()].kept = max(0, total - known.added - known.replaced)
    }

    package var lines: [String] {
        counts.sorted { $0.key < $1.key }.map { kind, count in
            "\(kind): \(count.added) added, \(count.replaced) replaced, \(count.kept) kept that are not in the file"
        }
    }
}
