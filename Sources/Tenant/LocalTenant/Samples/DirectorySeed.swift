// SPDX-License-Identifier: Apache-2.0
import CTesseraTenantResources
import JSONWebSignatures
import PortableFoundation
import SQLiteRecords
import TenantCustomers
import TenantDirectory

struct DirectorySeed {
    struct Directory: Decodable, Sendable {
        let tenant: Tenant
        let people: [DirectoryPerson]
        let customers: [Customer]?
        let groups: [DirectoryGroup]?
    }

    let directories: [Directory]
    let apps: [RegisteredApp]

    /// Decoded once per process, because each start of a tenant needs it.
    private static let content = Result {
        let seed = try StrictJSON.object(in: String(cString: tenant_directory()).utf8)
        return try JSONDecoder().decode([Directory].self, from: Data(completed(seed).text.utf8))
    }

    private static func completed(_ seed: [String: JSONValue]) -> JSONValue {
        func record(_ members: JSONValue, _ kind: String) -> JSONValue {
            .object((seed["usual"]?.object?[kind]?.object ?? [:]).merging(members.object ?? [:]) { $1 })
        }
        let directories = (seed["directories"]?.array ?? []).compactMap(\.object).map { directory in
            Dictionary(
                uniqueKeysWithValues: directory.map { kind, value in
                    (kind, value.array.map { .array($0.map { record($0, kind) }) } ?? record(value, kind))
                })
        }
        return .array(directories.map(JSONValue.object))
    }

    init() throws {
        directories = try Self.content.get()
        apps = SampleApp.all
    }

    /// Adds missing directories to data of an older version, and rewrites the sample apps, on which tutorials rely.
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

    /// The sample password's hash in data of earlier versions, at a higher cost; pages show that password, too.
    private static let earlierHash =
        "$scrypt$ln=14,r=8,p=1$Qptl4guj7Bd6mmPS+kteDQ$2AZIZxe/hbGyAOtJ8xb2et3wFNP1+SVQWqhJdkmuSSk"

    var names: SampleNames {
        SampleNames(
            password: IdentityPlatform.samplePassword,
            passwordHashes: Set(directories.map(\.tenant.passwordHash).filter { !$0.isEmpty } + [Self.earlierHash]),
            appID: SampleApp.quickStartID, daemonID: SampleApp.nightlyReportID,
            customerAppID: SampleApp.customerTasksID, userFlow: SampleApp.signUpOrSignInFlow)
    }
}
