// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import TenantCustomers
import TenantDirectory

/// What a new platform begins with: two companies, personal accounts, a shop's customers, and the sample apps.
struct DirectorySeed {
    /// A directory with its people.
    struct Directory: Decodable, Sendable {
        let tenant: Tenant
        let people: [DirectoryPerson]
        /// Those who signed up by themselves; only where people do.
        let customers: [Customer]?
        /// Its groups; only where there are some.
        let groups: [DirectoryGroup]?
    }

    let directories: [Directory]
    let apps: [RegisteredApp]

    /// Read once in each program: each start of a tenant asks for them.
    private static let content = Result {
        try JSONDecoder().decode(Content.self, from: Data(PackageResources.directory_json)).directories
    }

    /// The directories that come with the program.
    init() throws {
        directories = try Self.content.get()
        apps = SampleApp.all
    }

    /// Adds the directories that are not there yet, so that data of an older version gain what is new.
    ///
    /// The sample apps are written anew each time: tutorials rely on them.
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

    /// The names and the password that the endpoints of a tenant fall back to.
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
