// SPDX-License-Identifier: Apache-2.0
import GRDB
import TenantDirectory
import TenantEntra

extension GrantLedger {
    /// Whether Entra ID's ledger has this code or refresh token.
    func knows(_ secret: String) async throws -> Bool {
        let hash = SecretHash.of(secret)
        return try await database.queue.read { database in
            try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM authorizationCode WHERE codeHash = ?)
                        OR EXISTS (SELECT 1 FROM refreshToken WHERE tokenHash = ?)
                    """, arguments: [hash, hash]) ?? false
        }
    }
}
