// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation
import SQLiteRecords
import TenantCustomers
import TenantDirectory
import TenantEntra
import TenantStandard
import TenantTesting

extension TenantDatabase {
    /// Opens a database with the tables of all parts of the tenant, and fills a new one with the samples.
    ///
    /// - Parameters:
    ///   - folder: The folder of `tenant.sqlite`; `nil` keeps everything in memory.
    ///   - addsSamples: Whether to add the samples; `false` if a tenant file follows.
    /// - Throws: ``TenantDataError`` if the folder cannot be used.
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

    /// Migrates the tables, and adds the samples unless a tenant file gave the content.
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
    /// The migrations of the tables, the oldest first; a released one never changes.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 directory, apps, keys, grants") { database in
            try createDirectory(in: database)
            try createSecrets(in: database)
            try createGrants(in: database)
        }
        migrator.registerMigration("2 kinds of accounts, consent, second factors, inbox") { database in
            try addKinds(in: database)
            try createConsent(in: database)
            try createInbox(in: database)
        }
        migrator.registerMigration("3 permissions in words") { database in
            try database.execute(
                sql: """
                    ALTER TABLE "app" ADD COLUMN "permissionTexts" TEXT NOT NULL DEFAULT '[]'
                    """)
        }
        migrator.registerMigration("4 customers and their user flows") { try createCustomers(in: $0) }
        migrator.registerMigration("5 device codes, permissions of apps") { try createDeviceCodes(in: $0) }
        migrator.registerMigration("6 device codes by their end") { database in
            try database.execute(
                sql: """
                    CREATE INDEX "index_deviceCode_on_expiresAt" ON "deviceCode"("expiresAt")
                    """)
        }
        migrator.registerMigration("7 limits of one-time codes") { database in
            try database.execute(
                sql: """
                    CREATE TABLE "oneTimeCodeEffort" ("holder" TEXT PRIMARY KEY NOT NULL, "attempts" INTEGER NOT NULL, \
                    "sent" INTEGER NOT NULL, "endsAt" DATETIME NOT NULL);
                    CREATE INDEX "oneTimeCodeEffort_on_endsAt" ON "oneTimeCodeEffort"("endsAt");
                    """)
        }
        migrator.registerMigration("8 credentials, claims and assignments of apps, groups, states of people") {
            try createGroups(in: $0)
        }
        migrator.registerMigration("claims 1 additional claims of people, countries, security defaults") {
            try addClaims(in: $0)
        }
        migrator.registerMigration("claims 2 Conditional Access") { try createConditionalAccess(in: $0) }
        migrator.registerMigration("authorize 1 names of sessions, apps of sessions") {
            try createSessionClients(in: $0)
        }
        migrator.registerMigration("faults 1 clock, key ring, fault rules, sign-ins without a click") {
            try createTesting(in: $0)
        }
        migrator.registerMigration("std 1 standard provider") { try createStandardProvider(in: $0) }
        migrator.registerMigration("api 1 where the content came from") { try createOrigin(in: $0) }
        migrator.registerMigration("flows 1 user flows and attributes as data") { try createUserFlows(in: $0) }
        migrator.registerMigration("api 2 apps that come with the tenant") { database in
            try database.execute(
                sql: """
                    ALTER TABLE "app" ADD COLUMN "isBuiltIn" BOOLEAN NOT NULL DEFAULT 0
                    """)
        }
        migrator.registerMigration("api 3 one spelling of clientId") { try respellRules(in: $0) }
        migrator.registerMigration("std 2 secrets of clients are used") { try useSecrets(in: $0) }
        migrator.registerMigration("std 3 device codes") { try createStandardDeviceCodes(in: $0) }
        migrator.registerMigration("std 4 grants that continue others") { try addStandardOrigins(in: $0) }
        migrator.registerMigration("std 5 clients that register themselves, APIs that clients name") {
            try addStandardResources(in: $0)
        }
        migrator.registerMigration("std 6 certificates of clients") { try addStandardCertificates(in: $0) }
        migrator.registerMigration("groups 1 members by person") { try createGroupMembers(in: $0) }
        migrator.registerMigration("codes 1 codes by their end") { database in
            try database.execute(
                sql: """
                    CREATE INDEX "index_authorizationCode_on_expiresAt" ON "authorizationCode"("expiresAt")
                    """)
        }
        migrator.registerMigration("graph 1 changes of people and groups") { try createChanges(in: $0) }
        migrator.registerMigration("claims 3 accepted terms of use") { try createTermsAcceptances(in: $0) }
        migrator.registerMigration("graph 2 changes of members") { try createMemberChanges(in: $0) }
        // It comes after every change of people: it reads them with all their columns.
        migrator.registerMigration("people 1 index of people") { try PeopleIndex.create(in: $0) }
        // It comes after every change of clients: it reads them with all columns of the record.
        migrator.registerMigration("std 7 origins of clients, clients of used identifiers") {
            try addStandardOwners(in: $0)
        }
        migrator.registerMigration("std 8 use of clients") { try addStandardUse(in: $0) }
        migrator.registerMigration("people 2 people with business phones") {
            try PeopleIndex.createIndexesOfLists(in: $0)
        }
        for property in DirectoryPerson.added {
            migrator.registerMigration("person: \(property.name)") { try add(property, in: $0) }
        }
        return migrator
    }
}
