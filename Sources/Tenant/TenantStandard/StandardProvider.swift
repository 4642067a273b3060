// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
package import HTTPServing
package import Hummingbird
import JOSE
import OAuth
package import TenantAuthorization
package import TenantDirectory

/// An OpenID Provider that keeps to the specifications, beside the one that keeps to Microsoft's.
///
/// It knows the people of the first directory that is a company's, and shares nothing else with the addresses of Entra
/// ID: it has clients, sessions, consents and tokens of its own.
///
/// OpenID Connect Core, RFC 6749, RFC 9700
package struct StandardProvider: Sendable {
    let settings: TenantSettings
    let database: TenantDatabase
    package let keys: StandardKeys
    package let pages: Pages

    /// Makes ready to answer.
    ///
    /// - Parameters:
    ///   - settings: What the tenant was told.
    ///   - database: Where clients, sessions and tokens are kept.
    ///   - pages: Renders the pages.
    ///   - ring: Its keys sign what must be signed with RSA.
    /// - Throws: What the database throws; `JOSEError` for a key that cannot be used.
    package init(settings: TenantSettings, database: TenantDatabase, pages: Pages, ring: KeyRing) throws {
        self.settings = settings
        self.database = database
        self.pages = pages
        keys = try StandardKeys(ring: ring, in: database, random: settings.random)
    }

    /// The issuer: this text, to the letter, without a slash at its end.
    package var issuer: String { settings.names.base.description + TenantPath.standardProvider }

    /// The address of an endpoint.
    package func url(_ endpoint: StandardEndpoint) -> String { issuer + endpoint.rawValue }

    /// Adds every address of the provider.
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

    /// Somebody who can sign in here, by id or user name.
    package func person(_ name: String) async throws -> DirectoryPerson? {
        guard let home = try await database.company()?.id else { return nil }
        let person = try await database.person(name, in: home)
        return person?.accountEnabled == true ? person : nil
    }

    /// Everybody who can sign in here, by display name.
    func people() async throws -> [DirectoryPerson] {
        guard let home = try await database.company()?.id else { return [] }
        return try await database.people(of: home).filter(\.accountEnabled)
    }

    /// Who agreed to a grant; `nil` if they may not sign in any more, or their sign-ins of that time were revoked.
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

    /// The APIs that access tokens open.
    func resourceServers() async throws -> [StandardClient] {
        try await clients().filter { !$0.metadata.resourceScopes.isEmpty }
    }

    /// A client by its id, compared to the letter.
    func client(_ id: String) async throws -> StandardClient? {
        try await database.standardClient(id)
    }
}

extension TenantDatabase {
    /// A client of the standard provider by its id, compared to the letter.
    package func standardClient(_ id: String) async throws -> StandardClient? {
        try await queue.read { try StandardClient.fetchOne($0, key: id) }
    }
}
