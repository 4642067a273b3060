// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import Fixtures
import HTTPServing
import JSONWebSignatures
import MicrosoftIdentity
import ProgramLifecycle
import TaskService

/// The task service for Entra ID's people and Azure AD B2C's customers, whose app and API are one registration.
struct Directories: Sendable {
    static let companyID = "2ee50c57-e78f-47f6-a18d-8f6aae007694"
    static let customersID = "c0a7e1d2-94f3-4d6b-8b6e-5f0c3a2e7b18"
    static let clientID = "5a3f8e0b-6f0d-4c1e-9d57-21b4c8e9a7f3"
    static let personID = "6ea91a8d-e32e-41a1-b7bd-d2d185eed0e0"
    static let host = "https://login.example"
    static let issuer = "\(host)/\(customersID)/v2.0/"
    static let longIssuer = "\(host)/tfp/\(customersID)/b2c_1_susi/v2.0/"

    let company: FakeProvider
    /// The sign-in flow.
    let customers: FakeProvider
    /// The flow for another password, with its own key.
    let reset: FakeProvider
    private let responder: InProcessResponder<RouterResponder<TaskServiceContext>>

    /// `flows`: the user flows whose tokens the service accepts.
    init(accepting flows: [String] = ["/aldervale.example/B2C_1_susi", "/tfp/aldervale.example/b2c_1_susi"]) throws {
        company = try FakeProvider(issuer: "\(Self.host)/\(Self.companyID)/v2.0", keysPath: "/company/keys")
        customers = try FakeProvider(
            issuer: Self.issuer, askedForAt: "\(Self.host)/aldervale.example/b2c_1_susi/v2.0/",
            keysPath: "/susi/keys", key: JSONWebPrivateKey.generate(on: .p256, keyIdentifier: "key-1"))
        let long = try FakeProvider(
            issuer: Self.longIssuer, askedForAt: "\(Self.host)/tfp/aldervale.example/b2c_1_susi/v2.0/",
            keysPath: "/tfp/keys", key: customers.key)
        reset = try FakeProvider(
            issuer: Self.issuer, askedForAt: "\(Self.host)/aldervale.example/b2c_1_reset/v2.0/",
            keysPath: "/reset/keys", key: JSONWebPrivateKey.generate(on: .p256, keyIdentifier: "key-1"))
        let settings = TaskServiceSettings(
            accepting: [try Self.companyTokens] + (try flows.map(Self.tokens)),
            hosts: [HostAndPort(host: "localhost", port: 3000)])
        let router = buildTaskRouter(
            settings, keepingTasksIn: try SQLiteTaskStore(), over: FakeInternet(company, customers, long, reset),
            time: TimeSource { TestClock().now })
        var logger = Log("test")
        logger.level = .critical
        responder = InProcessResponder(router.buildResponder(), logger: logger)
    }

    private static var companyTokens: AcceptedTokens {
        get throws {
            AcceptedTokens(
                from: try Authority("\(host)/\(companyID)").provider,
                AccessTokenRules(audiences: ["api://tasks"]))
        }
    }

    private static func tokens(of flow: String) throws -> AcceptedTokens {
        AcceptedTokens(
            from: try Authority(host + flow).provider,
            AccessTokenRules(audiences: [clientID], scopeRule: .everyAppButItsOwn))
    }

    /// A valid token of an employee.
    var employee: TokenDraft {
        var draft = TokenDraft(from: company, at: TestClock().now)
        draft.claims["tid"] = .string(Self.companyID)
        draft.claims["oid"] = .string(Self.personID)
        return draft
    }

    /// A valid token of a customer: no `tid`, no `scp`.
    var customer: TokenDraft {
        var draft = TokenDraft(from: customers, at: TestClock().now)
        draft.header = JWSHeader(algorithm: .es256, keyIdentifier: "key-1", type: "JWT")
        (draft.claims["tid"], draft.claims["scp"]) = (nil, nil)
        draft.claims["sub"] = .string("Not supported currently. Use oid claim.")
        draft.claims["oid"] = .string(Self.personID)
        draft.claims["aud"] = .string(Self.clientID)
        draft.claims["azp"] = .string(Self.clientID)
        draft.claims["tfp"] = .string("B2C_1_susi")
        draft.claims["ver"] = .string("1.0")
        return draft
    }

    func ask(
        _ method: HTTPRequest.Method, _ path: String, with token: TokenDraft
    ) async throws
        -> ServiceUnderTest.Answer
    {
        var request = HTTPRequest(method: method, scheme: "http", authority: "localhost:3000", path: path)
        request.headerFields[.authorization] = "Bearer \(try token.signed())"
        let (head, body) = try await responder.respond(to: request, body: Data())
        let answer = ServiceUnderTest.Answer(status: head.status.code, fields: head.headerFields, body: body)
        #expect(APIDescription.served?.faults(of: answer, to: method, path) == [])
        return answer
    }
}
