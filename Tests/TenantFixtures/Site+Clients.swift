// SPDX-License-Identifier: Apache-2.0

/// A key of an app that proves itself by assertions, and what it signs.
struct AppKey: Sendable {
    static let id = "44444444-2222-4333-8444-555555555555"
    /// Made once in each run.
    static let shared = Swift.Result { try AppKey(JSONWebPrivateKey.generateRSA()) }
    /// An unregistered key with the same name.
    static let foreign = Swift.Result { try AppKey(JSONWebPrivateKey.generateRSA()) }

    private let key: JSONWebPrivateKey

    private init(_ key: JSONWebPrivateKey) throws {
        var members = try StrictJSON.object(in: Array(key.privateJSONData))
        members["kid"] = .string("key-1")
        members["alg"] = nil
        self.key = try JSONWebPrivateKey(jsonData: Array(JSONValue.object(members).text.utf8))
    }

    var credential: KeyCredential { KeyCredential(key: JSONValue.object(publicMembers).text) }

    var keySet: String { JSONValue.object(["keys": .array([.object(publicMembers)])]).text }

    private var publicMembers: [String: JSONValue] {
        (try? StrictJSON.object(in: Array(JSONWebKeySet([key.publicKey]).jsonData)))?["keys"]?.array?.first?.object
            ?? [:]
    }

    /// An assertion; good ones speak for ``id`` at the sample directory from now on for ten minutes.
    func assertion(
        _ changes: [String: JSONValue] = [:], algorithm: SignatureAlgorithm = .rs256, kid: String? = "key-1"
    ) throws -> String {
        let now = 1_767_225_600
        var claims: [String: JSONValue] = [
            "iss": .string(Self.id), "sub": .string(Self.id),
            "aud": .string("http://\(Site.authority)\(Site.tokenPath)"), "nbf": .number("\(now)"),
            "exp": .number("\(now + 600)"), "jti": .string("1"),
        ]
        for (name, value) in changes { claims[name] = value == .null ? nil : value }
        return try CompactJWS.sign(
            Array(JSONValue.object(claims).text.utf8), header: JWSHeader(algorithm: algorithm, keyIdentifier: kid),
            with: key)
    }
}

extension FormParameters {
    static let assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

    static func asserting(_ assertion: String, clientID: String = AppKey.id) -> FormParameters {
        [
            "grant_type": "client_credentials", "client_id": clientID, "client_assertion_type": assertionType,
            "client_assertion": assertion, "scope": "https://graph.microsoft.com/.default",
        ]
    }

    static let password: FormParameters = [
        "grant_type": "password", "client_id": Site.clientID, "username": "ana.silva@\(Site.domain)",
        "password": "watchword", "scope": "openid offline_access User.Read",
    ]

    static func onBehalf(_ assertion: String) -> FormParameters {
        [
            "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "client_id": SampleApp.tasksID,
            "client_secret": SampleApp.tasksSecret, "assertion": assertion,
            "requested_token_use": "on_behalf_of", "scope": "https://graph.microsoft.com/User.Read",
        ]
    }
}

extension Site {
    static let pageID = "55555555-2222-4333-8444-555555555555"
    static let pageURI = "http://localhost:3000/signed-in"
    static let pageOrigin = "http://localhost:3000"

    func addKeyedApp(_ change: (inout RegisteredApp) throws -> Void = { _ in }) async throws {
        var app = RegisteredApp.sample(id: AppKey.id)
        app.keyCredentials = [try AppKey.shared.get().credential]
        try change(&app)
        try await add(app)
    }

    func addSinglePageApp() async throws {
        var app = RegisteredApp.sample(id: Self.pageID, named: "Page", redirectURIs: [Self.redirectURI])
        app.spaRedirectURIs = [Self.pageURI]
        try await add(app)
    }

    func changeApp(_ id: String, _ change: @escaping @Sendable (inout RegisteredApp) -> Void) async throws {
        try await platform.context.database.write { database in
            guard var app = try RegisteredApp.fetchOne(database, key: id) else { return }
            change(&app)
            try app.update(database)
        }
    }

    func changePerson(_ name: String, _ change: @Sendable (inout DirectoryPerson) -> Void) async throws {
        var person = try await person(name)
        change(&person)
        try await replace(person)
    }

    func replace(_ record: some PersistableRecord & Sendable) async throws {
        try await platform.context.database.write { try record.update($0) }
    }

    func pageCode(at redirectURI: String = pageURI) async throws -> String {
        try await code(
            for: .goodRequest.with("client_id", Self.pageID).with("redirect_uri", redirectURI)
                .with("scope", "openid offline_access User.Read"))
    }

    func redeemPageCode(
        _ change: (FormParameters) -> FormParameters = { $0 }, from origin: String?
    ) async throws -> Answer {
        let form = FormParameters.redeeming(try await pageCode()).with("client_id", Self.pageID)
            .with("redirect_uri", Self.pageURI)
        return try await token(change(form), from: origin)
    }

    func token(_ form: FormParameters, from origin: String?) async throws -> Answer {
        var fields: HTTPFields = [:]
        fields[.origin] = origin
        return try await token(form, fields: fields)
    }

    func tasksToken(as name: String = "ana.silva") async throws -> String {
        let request = FormParameters.goodRequest.with("scope", "openid \(SampleApp.tasksURI)/\(SampleApp.tasksScope)")
        return try #require(try await tokens(for: request, as: name)["access_token"]?.string)
    }
}
