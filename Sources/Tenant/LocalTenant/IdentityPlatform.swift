// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
package import Hummingbird
import OAuth

/// The identity platform: directories with their people, apps and keys, behind the addresses of Entra ID and Microsoft
/// Graph.
package struct IdentityPlatform: Sendable {
    let settings: TenantSettings
    /// What the home page shows beside the people.
    let home: HomePageContent
    let database: TenantDatabase
    /// What ``settings`` name as the clock.
    package let clock: TenantClock
    let keys: SigningKeys
    let pages: Pages
    /// The provider beside those that speak like Microsoft.
    package let standardProvider: StandardProvider

    /// Opens the data and gets ready to answer; nothing listens yet.
    ///
    /// - Throws: ``TenantDataError`` if the data cannot be used; ``KeyRingError``.
    package init(_ settings: TenantSettings, home: HomePageContent = HomePageContent()) throws {
        try KeyRingError.check(settings)
        self.home = home
        var settings = settings
        database = try TenantDatabase(folder: settings.dataFolder, addsSamples: settings.addsSamples)
        do {
            let clock = try TenantClock(over: settings.now, in: database)
            settings.now = { clock.now }
            self.clock = clock
            if let seed = settings.seed { settings.random = .seeded(seed, run: try database.countRun()) }
        } catch {
            throw TenantDataError(folder: settings.dataFolder, reason: "the clock cannot be read: \(error)")
        }
        self.settings = settings
        do {
            keys = try SigningKeys(settings, in: database)
        } catch let error as KeyRingError {
            throw error
        } catch {
            throw TenantDataError(folder: settings.dataFolder, reason: "the signing key cannot be read: \(error)")
        }
        pages = try Pages(settings: settings, csrfKey: keys.csrfKey)
        standardProvider = try StandardProvider(
            settings: settings, database: database, pages: pages, ring: keys.ring)
    }

    /// The people of the tenant's company, by display name.
    package func people() async throws -> [DirectoryPerson] {
        try await database.people(of: try await tenant().id)
    }

    /// The first directory that is a company's, as the samples' is; where there is none, the first of all.
    ///
    /// - Throws: ``TenantDataError`` if there is no directory.
    package func tenant() async throws -> Tenant {
        if let company = try await database.company() { return company }
        guard let first = try await database.tenants().first else {
            throw TenantDataError(folder: settings.dataFolder, reason: "there is no directory in it")
        }
        return first
    }

    /// The password that all sample people share.
    package static let samplePassword = "watchword"

    /// Every address of the platform, behind the gates that every server of ours has.
    package func router() -> Router<ServingContext> {
        let router = Router(context: ServingContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: SecurityHeaders())
        router.add(middleware: HostGate(settings.names))
        router.add(middleware: IssuerHost(names: settings.names))
        router.add(middleware: AdministrationGate(settings: settings))
        router.add(middleware: FaultGate(platform: self))
        router.add(middleware: AutomaticSignInGate(platform: self))
        router.add(middleware: UserFlowGate(platform: self))
        router.add(middleware: ServiceFields(platform: self))
        HomeEndpoint(platform: self).add(to: router)
        ErrorPage(platform: self).add(to: router)
        standardProvider.add(to: router)
        InboxEndpoint(platform: self).add(to: router)
        MetadataEndpoint(platform: self).add(to: router)
        NativeClientEndpoint().add(to: router)
        InstanceDiscoveryEndpoint(platform: self).add(to: router)
        UserRealmEndpoint(platform: self).add(to: router)
        AuthorizeEndpoint(platform: self).add(to: router)
        SignInEndpoint(platform: self).add(to: router)
        ConsentEndpoint(platform: self).add(to: router)
        AdminConsentEndpoint(platform: self).add(to: router)
        MyAppsEndpoint(platform: self).add(to: router)
        TokenEndpoint(platform: self).add(to: router)
        LogoutEndpoint(platform: self).add(to: router)
        DeviceCodeEndpoint(platform: self).add(to: router)
        DevicePageEndpoint(platform: self).add(to: router)
        GraphEndpoints(platform: self).add(to: router)
        UserInfoEndpoint(platform: self).add(to: router)
        AzureEndpoint(platform: self).add(to: router)
        AdministrationEndpoints(platform: self).add(to: router)
        MethodRefusals.add(to: router)
        return router
    }

    /// The address of the platform, without a slash at its end.
    package var baseURL: String { settings.names.base.description }

    /// The issuer of tokens for the people of a directory.
    package func issuer(_ tenantID: String) -> String { "\(baseURL)/\(tenantID)/v2.0" }

    /// Where the metadata of a directory stand. OpenID Connect Discovery §4
    func metadataURL(_ tenantID: String) -> String { "\(issuer(tenantID))/.well-known/openid-configuration" }

    /// The address of Microsoft Graph with its version, without a slash at its end.
    package var graphURL: String { "\(baseURL)/v1.0" }

    var ledger: GrantLedger { GrantLedger(database: database, random: settings.random) }
    var consents: ConsentLedger { ConsentLedger(database: database) }
    var inbox: Inbox { Inbox(database: database) }
    var codes: OneTimeCodes { OneTimeCodes(database: database, random: settings.random) }
    var devices: DeviceLedger {
        DeviceLedger(database: database, random: settings.random, isTimeFrozen: clock.isFrozen)
    }
    var passwords: PasswordJudge { PasswordJudge(database: database, now: settings.now) }
    var guesses: UserCodeGuesses { UserCodeGuesses(database: database) }
    var faults: FaultLedger { FaultLedger(database: database) }
    var sessions: BrowserSessions { BrowserSessions(platform: self) }
    var tokens: TokenIssuer { TokenIssuer(platform: self) }

    /// What scopes mean in a directory.
    func scopeResolution(at tenant: TenantSelector) async throws -> ScopeResolution {
        ScopeResolution(resources: try await resources, tenantName: tenant.name)
    }
}
