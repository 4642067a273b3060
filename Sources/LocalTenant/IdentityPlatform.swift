// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
package import Hummingbird
import OAuth

/// The identity platform: directories with their people, apps and keys, behind the addresses of Entra ID and Microsoft
/// Graph.
package struct IdentityPlatform: Sendable {
    let settings: TenantSettings
    let database: TenantDatabase
    let keys: SigningKeys
    let pages: Pages

    /// Opens the data and gets ready to answer; nothing listens yet.
    ///
    /// - Throws: ``TenantDataError`` if the data cannot be used.
    package init(_ settings: TenantSettings) throws {
        self.settings = settings
        database = try TenantDatabase(folder: settings.dataFolder, addsSamples: settings.addsSamples)
        do {
            keys = try SigningKeys(kept: settings.signingKey, in: database, random: settings.random)
        } catch {
            throw TenantDataError(folder: settings.dataFolder, reason: "the signing key cannot be read: \(error)")
        }
        pages = try Pages(settings: settings, csrfKey: keys.csrfKey)
    }

    /// The people of the first directory, by display name.
    package func people() async throws -> [DirectoryPerson] {
        try await database.people(of: try await tenant().id)
    }

    /// The first directory: the company that the samples are about.
    ///
    /// - Throws: ``TenantDataError`` if there is none.
    package func tenant() async throws -> Tenant {
        guard let tenant = try await database.tenants().first else {
            throw TenantDataError(folder: settings.dataFolder, reason: "there is no directory in it")
        }
        return tenant
    }

    /// The password that all sample people share.
    package static let samplePassword = "watchword"

    /// Every address of the platform, behind the gates that every server of ours has.
    package func router() -> Router<ServingContext> {
        let router = Router(context: ServingContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: SecurityHeaders())
        router.add(middleware: HostGate(allowed: settings.address.authorities))
        router.add(middleware: AdministrationGate(settings: settings))
        router.add(middleware: UserFlowGate(platform: self))
        HomeEndpoint(platform: self).add(to: router)
        InboxEndpoint(platform: self).add(to: router)
        MetadataEndpoint(platform: self).add(to: router)
        AuthorizeEndpoint(platform: self).add(to: router)
        SignInEndpoint(platform: self).add(to: router)
        ConsentEndpoint(platform: self).add(to: router)
        MyAppsEndpoint(platform: self).add(to: router)
        TokenEndpoint(platform: self).add(to: router)
        LogoutEndpoint(platform: self).add(to: router)
        DeviceCodeEndpoint(platform: self).add(to: router)
        DevicePageEndpoint(platform: self).add(to: router)
        GraphEndpoints(platform: self).add(to: router)
        AdministrationEndpoints(platform: self).add(to: router)
        MethodRefusals.add(to: router)
        return router
    }

    /// The address of the platform, without a slash at its end.
    package var baseURL: String { settings.address.url }

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
    var devices: DeviceLedger { DeviceLedger(database: database, random: settings.random) }
    var guesses: UserCodeGuesses { UserCodeGuesses(database: database) }
    var sessions: BrowserSessions { BrowserSessions(platform: self) }
    var tokens: TokenIssuer { TokenIssuer(platform: self) }

    /// What scopes mean in a directory.
    func scopeResolution(at tenant: TenantSelector) async throws -> ScopeResolution {
        ScopeResolution(apps: try await database.apps(), tenantName: tenant.name)
    }
}
