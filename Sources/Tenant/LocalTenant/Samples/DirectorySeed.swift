// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import TenantCustomers
import TenantDirectory

/// The content of a new platform: two companies, personal accounts, a shop's customers, and the sample apps.
struct DirectorySeed {
    /// A directory with its people.
    struct Directory: Decodable, Sendable {
        let tenant: Tenant
        let people: [DirectoryPerson]
        /// The customers, in a directory for customers only.
        let customers: [Customer]?
        /// Its groups, if it has any.
        let groups: [DirectoryGroup]?
    }

    let directories: [Directory]
    let apps: [RegisteredApp]

    /// Decoded once per process, because each start of a tenant needs it.
    private static let content = Result {
        try JSONDecoder().decode(Content.self, from: Data(PackageResources.directory_json)).directories
    }

    /// The directories that come with the program.
    init() throws {
        directories = try Self.content.get()
        apps = SampleApp.all
    }

    /// Adds missing directories, so that data of an older version get new samples.
    ///
    /// The sample apps are written at each start, because tutorials rely on them.
    func fill(_ database: Database) throws {
        for directory in directories where try !directory.tenant.exists(database) {
            try directory.tenant.insert(database)
            for person in directory.people { try person.insert(database) }
            for customer in directory.customers ?? [] { try customer.insert(database) }
        }
        for directory in directories
        where try DirectoryGroup.filter(Column("tenantID") == directory.tenant.id).isEmpty(database) {
            for group in directory.groups ?? [] { try group.insert(database) }
        }
        try BuiltInApp.registerWhereMissing(database)
        for app in apps { try app.upsert(database) }
        try UserFlow.addSamples(in: database)
        for client in StandardSampleClient.all { try client.upsert(database) }
    }

    /// The names and the password that the tenant's endpoints use as defaults.
    var names: SampleNames {
        SampleNames(
            password: IdentityPlatform.samplePassword,
            passwordHashes: Set(directories.map(\.tenant.passwordHash).filter { !$0.isEmpty }),
            appID: SampleApp.quickStartID, daemonID: SampleApp.nightlyReportID,
            customerAppID: SampleApp.customerTasksID, userFlow: SampleApp.signUpOrSignInFlow)
    }

    private struct Content: Decodable, Sendable {
        let directories: [Directory]
    }
}
