// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
package import TenantDirectory

package struct PlatformContext: Sendable {
    package let settings: TenantSettings
    package let database: TenantDatabase
    package let clock: TenantClock
    package let keys: SigningKeys
    package let pages: Pages

    package init(
        settings: TenantSettings, database: TenantDatabase, clock: TenantClock, keys: SigningKeys, pages: Pages
    ) {
        (self.settings, self.database, self.clock, self.keys, self.pages) = (settings, database, clock, keys, pages)
    }

    /// Without a trailing slash.
    package var baseURL: String { settings.names.base.description }

    package func issuer(_ tenantID: String) -> String { "\(baseURL)/\(tenantID)/v2.0" }

    /// A directory's metadata. OpenID Connect Discovery §4
    package func metadataURL(_ tenantID: String) -> String { "\(issuer(tenantID))/.well-known/openid-configuration" }

    /// Without a trailing slash.
    package var graphURL: String { "\(baseURL)/v1.0" }

    /// The `@odata.context` of a response. OData JSON Format 4.01 §4.6.1
    package func graphContext(_ fragment: String) -> String { "\(graphURL)/$metadata#\(fragment)" }

    /// The first work directory, or the first directory of any kind; throws ``TenantDataError`` if there is none.
    package func tenant() async throws -> Tenant {
        if let company = try await database.company() { return company }
        guard let first = try await database.tenants().first else {
            throw TenantDataError(folder: settings.dataFolder, reason: "it contains no directory")
        }
        return first
    }

    package var resources: ResourceNames {
        get async throws { ResourceNames(apps: try await database.apps(), origins: settings.names.origins) }
    }

    package var samples: SampleNames { pages.samples }
    package var inbox: Inbox { Inbox(database: database) }
    package var codes: OneTimeCodes { OneTimeCodes(database: database, random: settings.random) }
    package var passwords: PasswordJudge { PasswordJudge(database: database, now: settings.now) }
}

package enum TenantPath {
    package static let administration = "/tessera/v1"
    package static let myApps = "/myapps"
    package static let inbox = "/inbox"
    /// The first segment of the standard provider's URLs; no directory can have this name.
    package static let standardProvider = "/op"
    /// For tokens of Microsoft Graph. OpenID Connect Core §5.3
    package static let userInfo = "/oidc/userinfo"
}
