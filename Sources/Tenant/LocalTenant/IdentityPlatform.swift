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

/// The identity platform: directories with people, apps and keys, at the addresses of Entra ID and Microsoft Graph.
package struct IdentityPlatform: Sendable {
    package let context: PlatformContext
    /// The provider that follows the specifications, beside those with Microsoft's protocols.
    package let standardProvider: StandardProvider
    /// The content of the home page besides the people.
    let home: HomePageContent
    private let quickStartLogout: String?

    /// Opens the data and prepares the endpoints, without listening.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - home: The content of the home page besides the people.
    ///   - quickStartLogout: The page of QuickStart on the web for front-channel logout; `nil` if it does not run.
    /// - Throws: ``TenantDataError`` if the data cannot be used; ``KeyRingError``.
    package init(
        _ settings: TenantSettings, home: HomePageContent = HomePageContent(), quickStartLogout: String? = nil
    ) throws {
        try KeyRingError.check(settings)
        (self.home, self.quickStartLogout) = (home, quickStartLogout)
        var settings = settings
        let database = try TenantDatabase(folder: settings.dataFolder, addsSamples: settings.addsSamples)
        if let quickStartLogout { try Self.registerQuickStartLogout(at: quickStartLogout, in: database, settings) }
        let clock: TenantClock
        do {
            clock = try TenantClock(over: settings.now, in: database)
            if let seed = settings.seed { settings.random = .seeded(seed, run: try database.countRun()) }
        } catch {
            throw TenantDataError(folder: settings.dataFolder, reason: "the clock cannot be read: \(error)")
        }
        settings.now = { clock.now }
        let keys: SigningKeys
        do {
            keys = try SigningKeys(settings, in: database)
        } catch let error as KeyRingError {
            throw error
        } catch {
            throw TenantDataError(folder: settings.dataFolder, reason: "the signing key cannot be read: \(error)")
        }
        let pages = Pages(
            settings: settings, csrfKey: keys.csrfKey, library: try TenantTemplates.library.get(),
            samples: try DirectorySeed().names)
        context = PlatformContext(settings: settings, database: database, clock: clock, keys: keys, pages: pages)
        standardProvider = try StandardProvider(settings: settings, database: database, pages: pages, ring: keys.ring)
    }

    private static func registerQuickStartLogout(
        at address: String, in database: TenantDatabase, _ settings: TenantSettings
    ) throws {
        do {
            try database.writeNow { try SampleApp.registerQuickStartLogout(at: address, in: $0) }
        } catch {
            throw TenantDataError(folder: settings.dataFolder, reason: "an app cannot be registered: \(error)")
        }
    }

    /// The people of the tenant's company, by display name.
    package func people() async throws -> [DirectoryPerson] {
        try await context.database.people(of: try await context.tenant().id)
    }

    /// The shared password of all sample people.
    package static let samplePassword = "watchword"

    /// The content as a tenant file.
    package var content: TenantContent {
        TenantContent(platform: context) { [quickStartLogout] database in
            try DirectorySeed().fill(database)
            try SamplePeople.restore(in: database)
            if let quickStartLogout { try SampleApp.registerQuickStartLogout(at: quickStartLogout, in: database) }
        }
    }

    /// The routes of all dialects of the platform.
    package func router() -> TenantRouter { TenantRouter(self) }
}

/// The templates of all pages of the tenant.
enum TenantTemplates {
    /// Parsed once per process: it takes longer than the rest of the start of a tenant in memory.
    static let library = Result {
        try PageLibrary(
            AuthorizationTemplates.all + EntraTemplates.all + StandardTemplates.all + CustomerTemplates.all
                + [("home", PackageResources.home_mustache)])
    }
}
