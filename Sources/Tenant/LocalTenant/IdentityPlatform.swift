// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PageTemplates
import SQLiteRecords
package import TenantAdministration
package import TenantAuthorization
import TenantCustomers
package import TenantDirectory
import TenantEntra
package import TenantStandard

/// A tenant: directories with people, apps, and keys, at the paths of Entra ID and Microsoft Graph.
package struct IdentityPlatform: Sendable {
    package let context: PlatformContext
    package let standardProvider: StandardProvider
    let home: HomePageContent
    private let quickStartLogout: String?

    /// Does not listen; `quickStartLogout` is the front-channel logout page of QuickStart on the web, if it runs.
    package init(
        _ settings: TenantSettings, home: HomePageContent = HomePageContent(), quickStartLogout: String? = nil
    ) throws {
        try KeyRingError.check(settings)
        (self.home, self.quickStartLogout) = (home, quickStartLogout)
        var settings = settings
        let database = try TenantDatabase(folder: settings.dataFolder, addsSamples: settings.addsSamples)
        func run<Value>(_ failure: String, _ step: () throws -> Value) throws -> Value {
            do {
                return try step()
            } catch let error as KeyRingError {
                throw error
            } catch {
                throw TenantDataError(folder: settings.dataFolder, reason: "\(failure): \(error)")
            }
        }
        if let quickStartLogout {
            try run("an app cannot be registered") {
                try database.writeNow { try SampleApp.registerQuickStartLogout(at: quickStartLogout, in: $0) }
            }
        }
        let clock = try run("the clock cannot be read") { try TenantClock(over: settings.now, in: database) }
        if let seed = settings.seed {
            settings.random = .seeded(seed, run: try run("the clock cannot be read") { try database.countRun() })
        }
        settings.now = { clock.now }
        let keys = try run("the signing key cannot be read") { try SigningKeys(settings, in: database) }
        let pages = Pages(
            settings: settings, csrfKey: keys.csrfKey, library: try TenantTemplates.library.get(),
            samples: try DirectorySeed().names)
        context = PlatformContext(settings: settings, database: database, clock: clock, keys: keys, pages: pages)
        standardProvider = try StandardProvider(settings: settings, database: database, pages: pages, ring: keys.ring)
    }

    package func people() async throws -> [DirectoryPerson] {
        try await context.database.people(of: try await context.tenant().id)
    }

    package static let samplePassword = "watchword"

    package var content: TenantContent {
        TenantContent(platform: context) { [quickStartLogout] database in
            try DirectorySeed().fill(database)
            try SamplePeople.restore(in: database)
            if let quickStartLogout { try SampleApp.registerQuickStartLogout(at: quickStartLogout, in: database) }
        }
    }

    package func router() -> TenantRouter { TenantRouter(self) }
}

enum TenantTemplates {
    /// Parsed once per process, because it takes longer than the rest of the start of a tenant in memory.
    static let library = Result {
        try PageLibrary(
            AuthorizationTemplates.all + EntraTemplates.all + StandardTemplates.all + CustomerTemplates.all
                + [("home", PackageResources.home_mustache)])
    }
}
