// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import LocalTenant
import OAuthMessages
import SQLiteRecords
import TenantAuthorization
import TenantDirectory

/// Leaves in a tenant whatever somebody can who has no account there.
struct Strangers: Sendable {
    let tenant: TenantReaders

    /// So many of everything, as far as the tenant has room for it.
    func leave(_ count: Int) async throws {
        for number in 0..<count {
            let client = try await register(number)
            for (path, form) in requests(of: client, number) {
                _ = try await tenant.send(path, Data(form.encoded.utf8), "application/x-www-form-urlencoded")
            }
        }
        if count > 0 { try await insert(count) }
        try await tenant.platform.context.database.read { database in
            for table in Self.tables {
                let rows = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
                guard rows >= count else { throw Missing(table: table, rows: rows) }
            }
        }
    }

    /// The tables that the requests fill: a request that is refused would leave nothing.
    private static let tables = [
        "standardClient", "standardOrigin", "standardInteraction", "standardPushedRequest", "standardDeviceCode",
        "deviceCode",
    ]

    private struct Missing: Error {
        let table: String
        let rows: Int
    }

    private struct Registration: Decodable {
        let clientID: String

        enum CodingKeys: String, CodingKey {
            case clientID = "client_id"
        }
    }

    /// Registers a client that is as large as a client may be.
    private func register(_ number: Int) async throws -> String {
        let addresses = (0..<20).map { "\"https://\(number).example/\($0)\"" }.joined(separator: ",")
        let json = """
            {"client_name": "Client \(number)", "token_endpoint_auth_method": "none", "redirect_uris": [\(addresses)],
             "grant_types": ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"]}
            """
        let content = try await tenant.send("/op/register", Data(json.utf8), "application/json")
        return try JSONDecoder().decode(Registration.self, from: content).clientID
    }

    /// What leaves an interaction, a pushed request, two device codes, and lines in the log of refused requests.
    private func requests(of client: String, _ number: Int) -> [(String, FormParameters)] {
        let request: FormParameters = [
            "client_id": client, "redirect_uri": "https://\(number).example/0", "response_type": "code",
            "scope": "openid", "state": "a", "code_challenge": TenantReaders.challenge,
            "code_challenge_method": "S256",
        ]
        let unknown: FormParameters = ["client_id": "unknown \(number)", "response_type": "code", "scope": "openid"]
        return [
            ("/op/authorize", request), ("/op/par", request),
            ("/op/device_authorization", ["client_id": client, "scope": "openid"]),
            ("\(TenantReaders.entra)/devicecode", ["client_id": SampleApp.quickStartID, "scope": "openid"]),
            ("/op/authorize", unknown), ("\(TenantReaders.entra)/token", unknown),
        ]
    }

    /// What takes a message, a password hash or a signature each, as rows.
    private func insert(_ count: Int) async throws {
        let soon = Date.now + 3600
        let customers = SampleApp.customersID
        let rows: [(String, StatementArguments)] = [
            (
                "inboxMessage SELECT NULL, 'email', n || '@example.com', 'a', 'b', '123456', ? FROM numbers LIMIT 200",
                [soon]
            ),
            ("oneTimeCode SELECT 's' || n, 'h', ?, 0 FROM numbers", [soon]),
            ("oneTimeCodeEffort (holder, attempts, sent, endsAt) SELECT 'h' || n, 1, 1, ? FROM numbers", [soon]),
            ("userCodeGuess SELECT 'c' || n, 1, ? FROM numbers", [soon]),
            ("standardUsedIdentifier SELECT 'i' || n, ?, 'c' || n FROM numbers", [soon]),
            (
                """
                customer (id, tenantID, email, displayName, passwordHash, failedAttempts)
                SELECT 'p' || n, ?, n || '@example.com', 'Customer', '', 0 FROM numbers
                """, [customers]
            ),
            (
                "customerSession SELECT 's' || n, ?, 'p' || n, ?, NULL, ? FROM numbers",
                [customers, Date.now, soon]
            ),
            ("userFlowGrant SELECT 'g' || n, '{}', NULL, ?, ?, 0 FROM numbers", [Date.now, soon]),
        ]
        try await tenant.platform.context.database.write { database in
            for (row, arguments) in rows {
                let sql = """
                    WITH RECURSIVE numbers(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < \(count))
                    INSERT INTO \(row)
                    """
                try database.execute(sql: sql, arguments: arguments)
            }
        }
    }
}
