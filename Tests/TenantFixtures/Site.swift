// SPDX-License-Identifier: Apache-2.0
import ProgramLifecycle

@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory

/// A local tenant in process: the real router, no sockets, a clock that stands still.
struct Site: Sendable {
    static let tenantID = "2ee50c57-e78f-47f6-a18d-8f6aae007694"
    static let domain = "aldervale.example"
    static let clientID = SampleApp.quickStartID
    static let redirectURI = "http://localhost:49152"
    static let authority = "127.0.0.1:4400"
    /// Where a tenant with `asksForCertificates` requests them.
    static let certificateAuthority = "localhost:4401"
    /// Made once in each run: an RSA key takes longer than most tests.
    static let signingKey = Swift.Result { try JSONWebPrivateKey.generateRSA().privateJSONData }

    let platform: IdentityPlatform
    static let start = Date(timeIntervalSince1970: 1_767_225_600)
    let clock = TestClock(start)
    private let responder: any InProcessAnswering

    /// Opens a tenant; unless `asksForConsent`, its administrator has agreed to all that the QuickStart app may do.
    init(
        dataFolder: URL? = nil, random: RandomSource = .system, signingKey: Data? = nil,
        asksForConsent: Bool = false, keys: SigningKeySource = .own, seed: UInt64? = nil,
        transport: any Transport = OutgoingTransport(), recorder: TranscriptRecorder? = nil,
        asksForCertificates: Bool = false, graphInstructions: Int? = nil
    ) throws {
        let address = ServerAddress(port: 4400)
        let second = ServerAddress(port: 4401, scheme: .https)
        var settings = TenantSettings(
            address: address, names: ServerNames(address, others: asksForCertificates ? second.authorities : []),
            dataFolder: dataFolder, signingKey: try signingKey ?? Self.signingKey.get(), keys: keys, seed: seed,
            now: { [clock] in clock.now }, random: random, transport: transport)
        settings.certificateBase = asksForCertificates ? second.base : nil
        if let graphInstructions { settings.graphInstructions = graphInstructions }
        platform = try IdentityPlatform(settings)
        let answering = Self.responder(of: platform)
        responder = recorder.map { RecordedResponder(responder: answering, recorder: $0) } ?? answering
        if !asksForConsent { try consentToEverything() }
    }

    init(platform: IdentityPlatform) throws {
        self.platform = platform
        responder = Self.responder(of: platform)
        try consentToEverything()
    }

    private static func responder(of platform: IdentityPlatform) -> any InProcessAnswering {
        InProcessResponder(
            platform.router().buildResponder(),
            logger: Log("tests"))
    }

    private func consentToEverything() throws {
        let permissions =
            ScopeSet.openIDConnect.scopes
            + GraphPermission.allCases.map { "\(RegisteredApp.graphID)/\($0.rawValue)" }
        try platform.context.database.writeNow { [clock] database in
            for permission in permissions {
                try ConsentRow(
                    tenantID: Self.tenantID, personID: nil, clientID: Self.clientID, scope: permission,
                    grantedAt: clock.now
                ).insert(database, onConflict: .ignore)
            }
        }
    }

    func send(
        _ method: HTTPRequest.Method = .get, _ path: String, fields: HTTPFields = [:], body: Data = Data(),
        to authority: String? = Site.authority, presenting certificate: Data? = nil
    ) async throws -> Answer {
        let request = HTTPRequest(
            method: method, scheme: "http", authority: authority, path: path, headerFields: fields)
        let (head, content) = try await responder.respond(to: request, body: body, presenting: certificate)
        return Answer(status: head.status, fields: head.headerFields, body: content)
    }

    func post(
        _ path: String, _ form: FormParameters, fields: HTTPFields = [:], to authority: String? = Site.authority,
        presenting certificate: Data? = nil
    ) async throws -> Answer {
        var fields = fields
        fields[.contentType] = "application/x-www-form-urlencoded"
        return try await send(
            .post, path, fields: fields, body: Data(form.encoded.utf8), to: authority, presenting: certificate)
    }

    /// A person of the directory, by the user name without the domain.
    func person(_ name: String) async throws -> DirectoryPerson {
        guard let person = try await platform.context.database.person("\(name)@\(Self.domain)") else {
            throw CocoaError(.fileNoSuchFile)
        }
        return person
    }

    func add(_ record: some PersistableRecord & Sendable) async throws {
        try await platform.context.database.write { try record.insert($0) }
    }
}

extension RegisteredApp {
    /// An app of the sample directory that can sign people in.
    static func sample(
        id: String = "11111111-2222-4333-8444-555555555555", named name: String = "Other",
        redirectURIs: [String] = [Site.redirectURI], consented: [String] = ["\(graphID)/User.Read"],
        audience: SignInAudience = .organization
    ) -> RegisteredApp {
        RegisteredApp(
            id: id, tenantID: Site.tenantID, displayName: name, redirectURIs: redirectURIs,
            identifierURI: nil,
            scopes: [], accessTokenVersion: 2, consentedScopes: consented + ScopeSet.openIDConnect.scopes,
            signInAudience: audience)
    }
}

extension IdentityPlatform {
    /// Opens a tenant at the usual address; without the samples, unless a test wants them.
    static func plain(_ folder: URL? = nil, samples: Bool = false) throws -> IdentityPlatform {
        var settings = TenantSettings(
            address: ServerAddress(port: 4400), dataFolder: folder, signingKey: try Site.signingKey.get())
        settings.addsSamples = samples
        return try IdentityPlatform(settings)
    }
}
