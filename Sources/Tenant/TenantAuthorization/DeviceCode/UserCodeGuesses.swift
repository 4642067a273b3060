// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
package import OAuthMessages
import PageTemplates
package import PortableFoundation
import SQLiteRecords
package import TenantDirectory

/// Counts the wrong user codes of each browser: after ten in 15 minutes, it must wait.
///
/// The limits are Tessera's. Each browser has its own count, so that no browser can block others. A client with a new
/// cookie each time is not limited; against it, the code is one of 20⁹ (RFC 8628 §5.1).
package struct UserCodeGuesses: Sendable {
    package let database: TenantDatabase

    package init(database: TenantDatabase) { self.database = database }

    static let limit = 10
    /// The number of counted browsers; a new one replaces the oldest.
    static let capacity = 1000

    package func isAllowed(_ cookie: String, now: Date) async throws -> Bool {
        let hash = SecretHash.of(cookie)
        return try await database.read { database in
            let row = try GuessRow.fetchOne(database, key: hash)
            return row.map { $0.endsAt <= now || $0.count < Self.limit } ?? true
        }
    }

    package func count(_ cookie: String, now: Date) async throws {
        let hash = SecretHash.of(cookie)
        try await database.write { database in
            try GuessRow.filter(Column("endsAt") <= now).deleteAll(database)
            try GuessRow.makeRoom(in: database, capacity: Self.capacity)
            var row =
                try GuessRow.fetchOne(database, key: hash)
                ?? GuessRow(cookieHash: hash, count: 0, endsAt: now + WaitingTimes.userCodes)
            row.count += 1
            try row.save(database)
        }
    }
}

struct GuessRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "userCodeGuess"

    let cookieHash: String
    var count: Int
    let endsAt: Date
}

/// Nine letters without vowels, as at Entra ID: 39 bits for a lifetime of 15 minutes. RFC 8628 §6.1
package enum UserCode {
    private static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ")
    private static let length = 9

    package static func make(from random: RandomSource) -> String {
        String(
            (0..<length).map { _ in
                let number = random.bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                return alphabet[Int(number % UInt32(alphabet.count))]
            })
    }

    /// Ignores case and grouping.
    package static func normalized(_ typed: String) -> String {
        String(typed.uppercased().filter { !$0.isWhitespace && !"-‐‑–—".contains($0) })
    }
}

extension Pages {
    package func userCode(
        _ typed: String = "", isWrong: Bool = false, at action: String, request: Request
    ) -> Response {
        var values: PageValues = ["userCode": typed]
        if isWrong {
            values["error"] =
                "That code is wrong or has expired. Check it, or start again on the device. After "
                + "\(UserCodeGuesses.limit) wrong codes, you must wait 15 minutes."
        }
        return deviceForm("user-code", values, at: action, request: request)
    }

    package func deviceConfirmation(
        _ userCode: String, appName: String, at action: String, request: Request
    ) -> Response {
        deviceForm(
            "device-confirmation", ["userCode": userCode, "appName": appName],
            purpose: Self.confirmation(of: userCode), at: action, request: request)
    }

    /// Binds the confirmation's form token to the displayed code.
    package static func confirmation(of userCode: String) -> String { "confirm device \(userCode)" }

    private func deviceForm(
        _ template: String, _ values: PageValues, purpose: String = Pages.purpose, at action: String,
        request: Request
    ) -> Response {
        let cookie = cookie(of: request)
        var values = values
        values["action"] = action
        values["csrf"] = protection.token(for: cookie.value, purpose: purpose)
        return html(template, values, cookie: cookie)
    }
}
