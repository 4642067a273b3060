// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAdministration
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct WholeTenantTests {
    /// Tables whose rows are content, with the columns that are not: what people did, and names that the database gave.
    static let content: [String: Set<String>] = [
        "tenant": [], "person": ["failedAttempts", "lockedUntil", "signInSessionsValidFrom"], "directoryGroup": [],
        "customer": ["grantsEndedAt", "failedAttempts", "lockedUntil"], "app": [], "consent": ["grantedAt"],
        "userFlow": [], "customAttribute": [], "conditionalAccessPolicy": [], "standardClient": [],
        "automaticSignIn": [], "faultRule": ["id", "passed", "hits"],
    ]

    /// Tables that a file leaves out, with the reason.
    static let others: [String: String] = [
        "secret": "secrets of the tenant's own", "ringKey": "private keys; a ring that has a name is in the file",
        "tenantState": "clock and lifetimes are in the file; how often a seed was used is not content",
        "tenantOrigin": "the file itself", "grdb_migrations": "the schema", "sqlite_sequence": "the database's own",
        "browserSession": signIns, "sessionClient": signIns, "customerSession": signIns, "authorizationCode": signIns,
        "refreshToken": signIns, "userFlowGrant": signIns, "deviceCode": signIns, "userCodeGuess": signIns,
        "oneTimeSignIn": signIns, "standardSession": signIns, "standardInteraction": signIns, "standardGrant": signIns,
        "standardCode": signIns, "standardRefreshToken": signIns, "standardAccessToken": signIns,
        "standardPushedRequest": signIns, "standardUsedIdentifier": signIns, "standardIdentifierCount": signIns,
        "standardDeviceCode": signIns, "standardConsent": "what people agreed to on the pages of the standard provider",
        "termsAcceptance": "the terms of use that people accepted on the pages", "personSearch": index,
        "personDirectory": index, "groupMember": index, "personWord": index, "standardOrigin": index,
        "personWord_data": index, "personWord_idx": index, "personWord_docsize": index, "personWord_config": index,
        "memberChange": "the last change of each member of a group, for those who read changes",
        "directoryChange": "the last change of each object, for those who read changes",
        "inboxMessage": "what was sent", "oneTimeCode": "what was sent", "oneTimeCodeEffort": "what was sent",
    ]
    private static let signIns = "what sign-ins left"
    private static let index = "what the tenant makes from people, groups and clients"

    @Test func `every table is content, or has a reason not to be`() async throws {
        let names = try await Site().platform.context.database.read {
            Set(try String.fetchAll($0, sql: "SELECT name FROM sqlite_master WHERE type = 'table'"))
        }
        #expect(names == Set(Self.content.keys).union(Self.others.keys))
    }

    @Test func `an import leaves nothing but keys and names of directories' order`() async throws {
        let emptied = Set(TenantReset.tables).union(["secret", "ringKey", "tenantState", "tenantOrigin"])
        // An import changes the directory, and readers of changes must see that.
        let kept: Set<String> = ["grdb_migrations", "sqlite_sequence", "directoryChange", "memberChange"]
        let tables = Set(Self.content.keys).union(Self.others.keys).filter { !$0.hasPrefix("personWord") }
        #expect(emptied == tables.subtracting(kept))
    }

    @Test func `every row of content is the same after an export and an import`() async throws {
        let site = try Site()
        let fault = #"{"fault":{"kind":"latency","milliseconds":5},"endpoint":"graph","next":3}"#
        #expect(try await site.control(.post, "faults", fault).status == .created)
        let signIn = #"{"clientId":"\#(Site.clientID)","person":"ana.silva@aldervale.example","secondFactor":false}"#
        #expect(try await site.control(.post, "automatic-sign-ins", signIn).status == .created)
        let copy = try IdentityPlatform.plain()
        _ = try await copy.content.take(try await site.platform.content.file())
        for (table, columns) in Self.content {
            let (first, second) = (
                try await rows(of: table, without: columns, in: site.platform),
                try await rows(of: table, without: columns, in: copy)
            )
            #expect(first == second, "\(table)")
        }
    }

    func rows(of table: String, without columns: Set<String>, in platform: IdentityPlatform) async throws -> [String] {
        try await platform.context.database.read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM \(table)") { row in
                try row.columns.filter { !columns.contains($0.0) }
                    .map { "\($0.0): \(Self.canonical($0.1))" }.sorted().joined(separator: "\n")
            }
        }.sorted()
    }

    /// Text that is JSON in one order: sets have none.
    private static func canonical(_ value: DatabaseValue) -> String {
        guard let text = value.text, text.hasPrefix("{") || text.hasPrefix("["),
            let wrapped = try? StrictJSON.object(in: #"{"a":\#(text)}"#.utf8)
        else { return "\(value)" }
        return sorted(.object(wrapped)).text
    }

    private static func sorted(_ value: JSONValue) -> JSONValue {
        if let object = value.object { return .object(object.mapValues(sorted)) }
        if let array = value.array { return .array(array.map(sorted).sorted { $0.text < $1.text }) }
        if let text = value.string, text.hasPrefix("{"), let object = try? StrictJSON.object(in: text.utf8) {
            return sorted(.object(object))
        }
        return value
    }
}
