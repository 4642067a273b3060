// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
import OAuthMessages
package import PortableFoundation
import SQLiteRecords
import TenantAuthorization
import TenantDirectory

/// The signed-in customers of each browser, one per directory.
package struct CustomerSessions: Sendable {
    package struct Member: Sendable {
        package var customer: Customer
        package let authenticatedAt: Date
        package var secondFactorAt: Date?
        /// Set if the customer chose to stay signed in.
        package var endsAt: Date?

        package init(customer: Customer, authenticatedAt: Date, secondFactorAt: Date? = nil, endsAt: Date? = nil) {
            self.customer = customer
            self.authenticatedAt = authenticatedAt
            self.secondFactorAt = secondFactorAt
            self.endsAt = endsAt
        }
    }

    let platform: PlatformContext
    let tenantID: String

    private var cookie: BrowserCookie { platform.settings.cookie("customer") }

    func member(of request: Request) async throws -> Member? {
        guard let hash = cookie.value(in: request).map(SecretHash.of) else { return nil }
        let now = platform.settings.now()
        let lifetime = platform.database.lifetimes[.customerSession]
        return try await platform.database.read { database in
            guard let row = try rows(under: hash).fetchOne(database),
                row.end(after: lifetime) > now, let customer = try Customer.fetchOne(database, key: row.customerID),
                // A password reset ends all earlier sessions, in every browser.
                row.authenticatedAt >= customer.grantsEndedAt ?? .distantPast, customer.accountEnabled
            else { return nil }
            return Member(
                customer: customer, authenticatedAt: row.authenticatedAt, secondFactorAt: row.secondFactorAt,
                endsAt: row.endsAt)
        }
    }

    /// Returns a new cookie in a `Set-Cookie` field, so one that an attacker planted (session fixation) is worthless.
    package func begin(_ member: Member, in request: Request) async throws -> String {
        let now = platform.settings.now()
        let oldest = now - platform.database.lifetimes[.customerSession]
        let before = cookie.value(in: request).map(SecretHash.of)
        let value = platform.settings.random.text()
        let row = CustomerSessionRow(
            cookieHash: SecretHash.of(value), tenantID: tenantID, customerID: member.customer.id,
            authenticatedAt: member.authenticatedAt, secondFactorAt: member.secondFactorAt, endsAt: member.endsAt)
        try await platform.database.write { database in
            try CustomerSessionRow.filter("ifnull(endsAt, authenticatedAt) <= \(oldest)").deleteAll(database)
            if let before {
                try CustomerSessionRow.filter(Column("cookieHash") == before)
                    .updateAll(database, Column("cookieHash").set(to: row.cookieHash))
            }
            try row.save(database)
        }
        return cookie.setting(value, maximumAge: member.endsAt.map { .seconds($0.timeIntervalSince(now)) })
    }

    func end(in request: Request) async throws {
        guard let hash = cookie.value(in: request).map(SecretHash.of) else { return }
        _ = try await platform.database.write { try rows(under: hash).deleteAll($0) }
    }

    private func rows(under cookieHash: String) -> QueryInterfaceRequest<CustomerSessionRow> {
        CustomerSessionRow.filter(Column("cookieHash") == cookieHash && Column("tenantID") == tenantID)
    }
}

struct CustomerSessionRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "customerSession"

    let cookieHash: String
    let tenantID: String
    let customerID: String
    let authenticatedAt: Date
    let secondFactorAt: Date?
    let endsAt: Date?

    func end(after lifetime: TimeInterval) -> Date { endsAt ?? authenticatedAt + lifetime }
}
