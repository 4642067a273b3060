// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
package import HTTPServing
package import Hummingbird
import JOSE
import OAuth
package import TenantAuthorization
package import TenantDirectory

/// An OpenID Provider that follows the specifications, beside the one that follows Microsoft's documentation.
///
/// Its people are those of the first company directory. It shares nothing else with the endpoints of Entra ID: clients,
/// sessions, consents and tokens are its own.
///
/// OpenID Connect Core, RFC 6749, RFC 9700
package struct StandardProvider: Sendable {
    let settings: TenantSettings
    let database: TenantDatabase
    package let keys: StandardKeys
    package let pages: Pages

    /// Loads or creates the keys.
    ///
    /// - Parameters:
    ///   - settings: The settings of the tenant.
    ///   - database: Stores clients, sessions and tokens.
    ///   - pages: Renders the pages.
    ///   - ring: Its RSA keys sign tokens with RS256 and PS256.
    /// - Throws: Errors of the database; `JOSEError` for an invalid key.
    package init(settings: TenantSettings, database: TenantDatabase, pages: Pages, ring: KeyRing) throws {
        self.settings = settings
        self.database = database
        self.pages = pages
        keys = try StandardKeys(ring: ring, in: database, random: settings.random)
    }

    /// The issuer, without a trailing slash; clients compare it character by character.
    package var issuer: String { settings.names.base.description + TenantPath.standardProvider }

    /// The address of an endpoint.
    package func url(_ endpoint: StandardEndpoint) -> String { issuer + endpoint.rawValue }

    /// Adds all routes of the provider.
    package func add(to router: Router<ServingContext>) {
        StandardMetadataEndpoint(provider: self).add(to: router)
        AuthorizationEndpoint(provider: self).add(to: router)
        InteractionEndpoint(provider: self).add(to: router)
        PushedRequestEndpoint(provider: self).add(to: router)
        DeviceAuthorizationEndpoint(provider: self).add(to: router)
        StandardDevicePageEndpoint(provider: self).add(to: router)
        StandardTokenEndpoint(provider: self).add(to: router)
        StandardUserInfoEndpoint(provider: self).add(to: router)
        StandardRevocationEndpoint(provider: self).add(to: router)
        IntrospectionEndpoint(provider: self).add(to: router)
        EndSessionEndpoint(provider: self).add(to: router)
    }

    package var sessions: StandardSessions { StandardSessions(provider: self) }
    var interactions: Interactions { Interactions(provider: self) }
    package var consents: StandardConsents { StandardConsents(database: database) }
    var ledger: StandardLedger { StandardLedger(database: database, random: settings.random, now: settings.now) }
    var devices: StandardDeviceLedger { StandardDeviceLedger(provider: self) }
    var tokens: StandardTokens { StandardTokens(provider: self) }
    var usedIdentifiers: UsedIdentifiers { UsedIdentifiers(database: database, now: settings.now) }

    /// A person that can sign in here, by id or user name.
    package func person(_ name: String) async throws -> DirectoryPerson? {
        guard let home = try await database.company()?.id else { return nil }
        let person = try await database.person(name, in: home)
        return person?.accountEnabled == true ? person : nil
    }

    /// All people that can sign in here, by display name.
    func people() async throws -> [DirectoryPerson] {
        guard let home = try await database.company()?.id else { return [] }
        return try await database.people(of: home).filter(\.accountEnabled)
    }

    /// The person of a grant; `nil` if they can no longer sign in, or their sign-ins of that time were revoked.
    func person(of grant: StandardGrant) async throws -> DirectoryPerson? {
        guard let personID = grant.personID, let person = try await person(personID),
            person.end(ofGrantFrom: grant.authenticatedAt ?? grant.issuedAt) == nil
        else { return nil }
        return person
    }

    /// Every client.
    func clients() async throws -> [StandardClient] {
        try await database.queue.read { try StandardClient.order(Column.rowID).fetchAll($0) }
    }

    /// The APIs that accept access tokens.
    func resourceServers() async throws -> [StandardClient] {
        try await clients().filter { !$0.metadata.resourceScopes.isEmpty }
    }

    /// A client by its exact id.
    func client(_ id: String) async throws -> StandardClient? {
        try await database.standardClient(id)
    }
}

extension TenantDatabase {
    /// A client of the standard provider by its exact id.
    package func standardClient(_ id: String) async throws -> StandardClient? {
        try await queue.read { try StandardClient.fetchOne($0, key: id) }
    }
}
