// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation
import SQLiteRecords
import TenantCustomers
import TenantDirectory
import TenantEntra
import TenantStandard
import TenantTesting

extension TenantDatabase {
    /// Fills a new database with samples, unless a tenant file follows; without a folder, it is in memory.
    package init(folder: URL?, addsSamples: Bool = true) throws {
        let tables: Set = [
            Tenant.databaseTableName, RegisteredApp.databaseTableName, FaultStore.tableName,
            AutomaticSignIns.tableName, ConditionalAccessPolicy.databaseTableName, UserFlow.databaseTableName,
        ]
        try self.init(folder: folder, keeping: tables, template: addsSamples ? Self.samples : Self.empty) {
            try Self.fill($0, addsSamples: addsSamples)
        }
    }

    private static let samples = Result { try template(addsSamples: true) }
    private static let empty = Result { try template(addsSamples: false) }

    private static func template(addsSamples: Bool) throws -> DatabasePool {
        let queue = try DatabasePool()
        try fill(queue, addsSamples: addsSamples)
        return queue
    }

    private static func fill(_ queue: DatabasePool, addsSamples: Bool) throws {
        let migrator = TenantSchema.migrator
        guard try !queue.readHere({ try migrator.hasBeenSuperseded($0) }) else { throw TenantSchema.LaterVersion() }
        try migrator.migrate(queue)
        let seed = addsSamples ? try DirectorySeed() : nil
        try queue.writeNow { database in
            if try !TenantOrigin.exists(in: database) { try seed?.fill(database) }
            try BuiltInApp.registerWhereMissing(database)
        }
    }
}

extension TenantSchema {
    /// The oldest first; a released migration never changes.
    private static let migrations: [(name: String, body: @Sendable (Database) throws -> Void)] = [
        (
            "1 directory, apps, keys, grants",
            { for step in [createDirectory, createSecrets, createGrants] { try step($0) } }
        ),
        (
            "2 kinds of accounts, consent, second factors, inbox",
            { for step in [addKinds, createConsent, createInbox] { try step($0) } }
        ),
        ("3 permissions in words", sql(#"ALTER TABLE "app" ADD COLUMN "permissionTexts" TEXT NOT NULL DEFAULT '[]'"#)),
        ("4 customers and their user flows", createCustomers),
        ("5 device codes, permissions of apps", createDeviceCodes),
        (
            "6 device codes by their end",
            sql(#"CREATE INDEX "index_deviceCode_on_expiresAt" ON "deviceCode"("expiresAt")"#)
        ),
        (
            "7 limits of one-time codes",
            sql(
                """
                CREATE TABLE "oneTimeCodeEffort" ("holder" TEXT PRIMARY KEY NOT NULL, "attempts" INTEGER NOT NULL, \
                "sent" INTEGER NOT NULL, "endsAt" DATETIME NOT NULL);
                CREATE INDEX "oneTimeCodeEffort_on_endsAt" ON "oneTimeCodeEffort"("endsAt");
                """)
        ),
        ("8 credentials, claims and assignments of apps, groups, states of people", createGroups),
        ("claims 1 additional claims of people, countries, security defaults", addClaims),
        ("claims 2 Conditional Access", createConditionalAccess),
        ("authorize 1 names of sessions, apps of sessions", createSessionClients),
        ("faults 1 clock, key ring, fault rules, sign-ins without a click", createTesting),
        ("std 1 standard provider", createStandardProvider), ("api 1 where the content came from", createOrigin),
        ("flows 1 user flows and attributes as data", createUserFlows),
        (
            "api 2 apps that come with the tenant",
            sql(#"ALTER TABLE "app" ADD COLUMN "isBuiltIn" BOOLEAN NOT NULL DEFAULT 0"#)
        ),
        ("api 3 one spelling of clientId", respellRules), ("std 2 secrets of clients are used", useSecrets),
        ("std 3 device codes", createStandardDeviceCodes), ("std 4 grants that continue others", addStandardOrigins),
        ("std 5 clients that register themselves, APIs that clients name", addStandardResources),
        ("std 6 certificates of clients", addStandardCertificates), ("groups 1 members by person", createGroupMembers),
        (
            "codes 1 codes by their end",
            sql(#"CREATE INDEX "index_authorizationCode_on_expiresAt" ON "authorizationCode"("expiresAt")"#)
        ),
        ("graph 1 changes of people and groups", createChanges),
        ("claims 3 accepted terms of use", createTermsAcceptances), ("graph 2 changes of members", createMemberChanges),
        // After every change of people, because it reads all their columns.
        ("people 1 index of people", PeopleIndex.create),
        // After every change of clients, because it reads all their columns.
        ("std 7 origins of clients, clients of used identifiers", addStandardOwners),
        ("std 8 use of clients", addStandardUse),
        ("people 2 people with business phones", PeopleIndex.createIndexesOfLists),
    ]

    private static func sql(_ text: String) -> @Sendable (Database) throws -> Void { { try $0.execute(sql: text) } }

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (name, body) in migrations { migrator.registerMigration(name, body) }
        for property in DirectoryPerson.added {
            migrator.registerMigration("person: \(property.name)") { try add(property, in: $0) }
        }
        return migrator
    }
}
