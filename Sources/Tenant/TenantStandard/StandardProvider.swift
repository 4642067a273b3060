// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import SQLiteRecords
package import TenantAuthorization
package import TenantDirectory

/// An OpenID provider that follows the specifications, beside the one that follows Microsoft's documentation. OpenID
/// Connect Core, RFC 6749, RFC 9700
///
/// Its people are those of the first company directory. It has its own clients, sessions, consents, and tokens.
package struct StandardProvider: Sendable {
    let settings: TenantSettings
    let database: TenantDatabase
    package let keys: StandardKeys
    package let pages: Pages
    let documents = ClientDocuments()

    /// The RSA keys of the ring sign with RS256 and PS256.
    package init(settings: TenantSettings, database: TenantDatabase, pages: Pages, ring: KeyRing) throws {
        self.settings = settings
        self.database = database
        self.pages = pages
        keys = try StandardKeys(ring: ring, in: database, random: settings.random)
    }

    /// Without a trailing slash; clients compare it by character.
    package var issuer: String { settings.names.base.description + TenantPath.standardProvider }

    package func url(_ endpoint: StandardEndpoint) -> String { issuer + endpoint.rawValue }

    /// The endpoint's URL for clients with a certificate; `nil` if the tenant requests none. RFC 8705 §5
    func alias(of endpoint: StandardEndpoint) -> String? {
        settings.certificateBase.map { $0.description + endpoint.path }
    }

    func url(_ endpoint: StandardEndpoint, of request: Request) -> String {
        guard let base = settings.certificateBase, let alias = alias(of: endpoint),
            let host = request.head.authority.flatMap({ HostAndPort($0, defaultPort: base.scheme.defaultPort) }),
            host == base.authority
        else { return url(endpoint) }
        return alias
    }

    /// The audiences of a client's assertion: the issuer, the endpoint, and the token endpoint, also by their aliases.
    /// RFC 7523 §3
    func audiences(of endpoint: StandardEndpoint) -> Set<String> {
        let endpoints = [endpoint, .token]
        return Set([issuer] + endpoints.map(url) + endpoints.compactMap(alias))
    }

    var authenticationMethods: [ClientMetadata.AuthenticationMethod] {
        ClientMetadata.AuthenticationMethod.allCases.filter { settings.certificateBase != nil || !$0.needsCertificate }
    }

    package func add(to router: Router<ServingContext>) {
        addMetadata(to: router)
        addAuthorization(to: router)
        addInteraction(to: router)
        addDevicePages(to: router)
        addUserInfo(to: router)
        addLogout(to: router)
        addRegistration(to: router)
        takeForms(at: .pushedRequest, of: router) { try await $0.push() }
        takeForms(at: .deviceAuthorization, of: router) { try await $0.beginDevice() }
        takeForms(at: .token, of: router) { try await $0.redeem() }
        takeForms(at: .revocation, of: router) { try await $0.revoke() }
        takeForms(at: .introspection, of: router, fromPages: false) { try await $0.introspect() }
    }

    var now: Date { settings.now() }
    var random: RandomSource { settings.random }

    package var sessions: StandardSessions { StandardSessions(provider: self) }
    var interactions: Interactions { Interactions(provider: self) }
    package var consents: StandardConsents { StandardConsents(database: database) }
    var grantStore: StandardGrantStore {
        StandardGrantStore(database: database, random: settings.random, now: settings.now)
    }
    var devices: StandardDeviceStore { StandardDeviceStore(provider: self) }
    var usedIdentifiers: UsedIdentifiers { UsedIdentifiers(database: database, now: settings.now) }

    /// A person who can sign in here, by id or user name.
    package func person(_ name: String) async throws -> DirectoryPerson? {
        guard let home = try await database.company()?.id else { return nil }
        let person = try await database.person(name, in: home)
        return person?.accountEnabled == true ? person : nil
    }

    func people(matching text: String) async throws -> PeopleExcerpt {
        try await database.excerpt(matching: text, of: try await database.company().map { [$0] } ?? [])
    }

    /// Returns `nil` if they can no longer sign in, or their sign-ins of that time were revoked.
    func person(of grant: StandardGrant) async throws -> DirectoryPerson? {
        guard let personID = grant.personID, let person = try await person(personID),
            person.end(ofGrantFrom: grant.authenticatedAt ?? grant.issuedAt) == nil
        else { return nil }
        return person
    }

    /// Only clients that an operator configured: others can register in any number, and must not slow down requests.
    func configuredClients() async throws -> [StandardClient] {
        try await database.read {
            try StandardClient.filter(Column("registeredAt") == nil).order(Column.rowID).fetchAll($0)
        }
    }

    /// A client that registered itself is no API here.
    func resourceServers() async throws -> ResourceServers {
        ResourceServers(all: try await configuredClients().filter(\.isResourceServer))
    }

    func client(_ id: String) async throws -> StandardClient? { try await database.standardClient(id) }

    private func takeForms(
        at endpoint: StandardEndpoint, of router: Router<ServingContext>, fromPages: Bool = true,
        _ answer: @escaping @Sendable (ClientForm) async throws -> Response
    ) {
        let access = fromPages ? CrossOriginAccess.clientPages(of: self) : nil
        access?.add(endpoint.routerPath, to: router)
        router.post(endpoint.routerPath) { request, context in
            let reply = {
                try await StandardReply(provider: self).answer(request) { form in
                    let certificate = PresentedCertificate(of: context.connection)
                    let client = try await client(of: form, request.headers, presenting: certificate, at: endpoint)
                    return try await answer(
                        ClientForm(
                            provider: self, endpoint: endpoint, parameters: form, request: request, client: client,
                            certificate: certificate))
                }
            }
            guard let access else { return try await reply() }
            return try await access.answer(request, by: self, reply)
        }
    }
}

struct ClientForm: Sendable {
    let provider: StandardProvider
    let endpoint: StandardEndpoint
    let parameters: FormParameters
    let request: Request
    let client: StandardClient
    let certificate: PresentedCertificate?
}

extension TenantDatabase {
    /// By its exact id.
    package func standardClient(_ id: String) async throws -> StandardClient? {
        try await read { try StandardClient.fetchOne($0, key: id) }
    }
}

/// The raw values are paths below the issuer.
package enum StandardEndpoint: String, Sendable, CaseIterable {
    case metadata = "/.well-known/openid-configuration"
    case keys = "/jwks"
    case authorization = "/authorize"
    case login = "/login"
    case consent = "/consent"
    case pushedRequest = "/par"
    case deviceAuthorization = "/device_authorization"
    case device = "/device"
    case token = "/token"
    case userInfo = "/userinfo"
    case revocation = "/revoke"
    case introspection = "/introspect"
    /// RFC 7591 §3
    case registration = "/register"
    case endSession = "/logout"
    case endSessionConfirmation = "/logout/confirm"

    package var path: String { TenantPath.standardProvider + rawValue }

    var routerPath: RouterPath { RouterPath(path) }
}
