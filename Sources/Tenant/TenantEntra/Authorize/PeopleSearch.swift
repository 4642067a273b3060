// SPDX-License-Identifier: Apache-2.0
import GRDB
import TenantDirectory

/// Finds people for the account picker: up to a page's limit, from directories of any size.
struct PeopleSearch: Sendable {
    /// The maximum number of people on one page.
    static let limit = 100

    /// The people of a page, by display name.
    struct Result: Sendable {
        let people: [DirectoryPerson]
        /// The number of people that did not fit on the page.
        let othersCount: Int
    }

    let database: TenantDatabase

    /// The people of directories with a text in their display name or user name; all people if none matches.
    func find(_ text: String, in tenants: [Tenant]) async throws -> Result {
        let everybody = DirectoryPerson.filter(tenants.map(\.id).contains(Column("tenantID")))
        let pattern = "%\(Self.escaped(text))%"
        let named = everybody.filter(
            Column("displayName").like(pattern, escape: "\\")
                || Column("userPrincipalName").like(pattern, escape: "\\"))
        return try await database.queue.read { database in
            let request = try text.isEmpty || named.isEmpty(database) ? everybody : named
            let people =
                try request
                .order(Column("displayName").collating(.localizedCaseInsensitiveCompare), Column("userPrincipalName"))
                .limit(Self.limit).fetchAll(database)
            return Result(people: people, othersCount: try request.fetchCount(database) - people.count)
        }
    }

    /// The text with the special characters of a `LIKE` pattern escaped.
    private static func escaped(_ text: String) -> String {
        ["\\", "%", "_"].reduce(text) { $0.replacing($1, with: "\\\($1)") }
    }
}
