// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
import OAuthMessages
import PortableFoundation
import SQLiteRecords
import TenantAuthorization
package import TenantControl
import TenantCustomers
import TenantDirectory
import TenantEntra

package struct OneTimeSignIns: Sendable {
    /// Long enough for a browser to start.
    static let lifetime: TimeInterval = 300

    package static let path = "\(TenantPath.administration)/sign-ins"

    let platform: PlatformContext

    package func issue(_ signIn: OneTimeSignIn) async throws -> OneTimeSignInReply {
        guard Self.isPath(signIn.then ?? "/") else {
            throw DocumentRefusal(at: "/then", "This must be a path at the tenant that begins with a single '/'.")
        }
        if try await platform.database.person(signIn.person) == nil { _ = try await platform.customer(signIn.person) }
        let secret = platform.settings.random.text()
        let now = platform.settings.now()
        let row = OneTimeSignInRow(secretHash: SecretHash.of(secret), signIn: signIn, expiresAt: now + Self.lifetime)
        try await platform.database.write { database in
            try OneTimeSignInRow.filter(Column("expiresAt") <= now).deleteAll(database)
            try row.insert(database)
        }
        return OneTimeSignInReply(url: platform.baseURL + "\(Self.path)/\(secret)", expiresAt: row.expiresAt)
    }

    package func redeem(_ secret: String, in request: Request) async throws -> Response {
        let hash = SecretHash.of(secret)
        let row = try await platform.database.write { database in
            let row = try OneTimeSignInRow.fetchOne(database, key: hash)
            try row?.delete(database)
            return row
        }
        let now = platform.settings.now()
        guard let row, row.expiresAt > now else {
            throw AdministrationProblem(.notFound, "This URL was already used, or has expired; request another one.")
        }
        var response = Response(status: .seeOther, headers: [.location: row.signIn.then ?? "/"])
        response.headers.append(HTTPField(name: .setCookie, value: try await cookie(row.signIn, in: request, now: now)))
        return response
    }

    private func cookie(_ signIn: OneTimeSignIn, in request: Request, now: Date) async throws -> String {
        if let person = try await platform.database.person(signIn.person) {
            return try await platform.sessions.add(
                .signedIn(person, at: now, secondFactor: signIn.countsSecondFactor), to: request)
        }
        let (tenant, customer) = try await platform.customer(signIn.person)
        let member = CustomerSessions.Member(
            customer: customer, authenticatedAt: now, secondFactorAt: signIn.countsSecondFactor ? now : nil)
        return try await platform.customerSessions(of: tenant).begin(member, in: request)
    }

    /// Browsers read `//` and `/\` as the start of another host's name.
    private static func isPath(_ text: String) -> Bool {
        text.hasPrefix("/") && !text.hasPrefix("//")
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
    }
}

extension BrowserSessions.Member {
    static func signedIn(_ person: DirectoryPerson, at now: Date, secondFactor: Bool) -> BrowserSessions.Member {
        BrowserSessions.Member(
            person: person, authenticatedAt: now,
            secondFactorAt: secondFactor && person.secondFactorPhone != nil ? now : nil)
    }
}

struct OneTimeSignInRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "oneTimeSignIn"

    let secretHash: String
    let signIn: OneTimeSignIn
    let expiresAt: Date
}
