// SPDX-License-Identifier: Apache-2.0
import GRDB
import JOSE
import TenantDirectory

/// The name of the key ring, if it has one; a tenant's own keys stay in its data.
enum KeysSection: TenantFileSection {
    /// The named key rings.
    enum Ring: String, CaseIterable {
        /// ``DevelopmentKeys``
        case development
    }

    static let name = "keys"

    static func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws {
        guard file.choice(name, of: Ring.self) != nil else { return }
        guard run.context.allowsDevelopmentKeys else {
            file.complain(
                name, "Everybody knows these keys, and other machines reach this tenant; let it listen on loopback.",
                .conflict)
            return
        }
        guard try !KeyRing.isOfDevelopment(in: database) else { return }
        try KeyRing.beginDevelopmentRing(at: run.context.now, in: database)
        run.report.count("key ring", isNew: false)
    }

    static func content(of database: Database) throws -> JSONValue? {
        try KeyRing.isOfDevelopment(in: database) ? .string(Ring.development.rawValue) : nil
    }
}
