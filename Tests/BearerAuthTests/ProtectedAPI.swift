// SPDX-License-Identifier: Apache-2.0

import BearerAuth
import BearerAuthServing
import Fixtures
import HTTPServing
import JSONWebSignatures
import ProgramLifecycle

@testable import DPoP

struct ProtectedAPI: Sendable {
    let provider: FakeProvider
    let clock = TestClock()
    let log = RecordedLog(from: .warning)
    private let responder: InProcessResponder<RouterResponder<CallerContext>>

    private static let rules = ProviderRules(checkToken: { (claims, _) throws(Refusal) in
        guard claims.string("tid") == "tenant-1" else {
            throw Refusal(.directoryNotAdmitted, "the token is from a directory that may not call this API")
        }
    })

    init() throws {
        provider = try FakeProvider()
        let protection = BearerProtection(
            accepting: [
                AcceptedTokens(
                    from: ProviderDescription(issuer: FakeProvider.issuer, rules: Self.rules),
                    AccessTokenRules(audiences: ["api://tasks"]))
            ], over: provider,
            time: TimeSource { [clock] in clock.now })
        let router = Router(context: CallerContext.self)
        router.add(middleware: BearerAuthenticator(protection))
        router.add(middleware: RequiredScope("Tasks.ReadWrite"))
        router.get("/") { _, context in try context.requireCaller().id }
        responder = InProcessResponder(router.buildResponder(), logger: log.logger)
    }

    var token: TokenDraft { TokenDraft(from: provider, at: clock.now) }

    /// With any number of `Authorization` fields.
    func ask(_ authorization: [String]) async throws -> Answer {
        var request = HTTPRequest(method: .get, scheme: "http", authority: "localhost:3000", path: "/")
        request.headerFields[values: .authorization] = authorization
        let (head, body) = try await responder.respond(to: request, body: Data())
        return Answer(
            status: head.status.code, challenges: head.headerFields[values: .wwwAuthenticate],
            body: String(decoding: body, as: UTF8.self))
    }

    func ask(_ token: TokenDraft) async throws -> Answer { try await ask(["Bearer \(token.signed())"]) }

    struct Answer: Sendable, Hashable {
        let status: Int
        let challenges: [String]
        let body: String
    }
}

private struct CallerContext: BearerRequestContext {
    var core: RequestCore
    var caller: Caller?

    init(core: RequestCore) { self.core = core }
}

struct BoundAPI: Sendable {
    static let url = URL(constant: "https://tasks.example.com/v1")
    static let address = url.absoluteString

    let provider: FakeProvider
    let clock = TestClock()
    let key: JSONWebPrivateKey
    let protection: BearerProtection

    init(
        requiresProof: Bool = false, nonceKey: Redacted<Data>? = nil, metadata: ProtectedResourceMetadata? = nil,
        certificates: CertificateRules? = nil
    ) throws {
        provider = try FakeProvider()
        key = try JSONWebPrivateKey.generate(on: .p256)
        let tokens = AcceptedTokens(
            from: ProviderDescription(issuer: FakeProvider.issuer), AccessTokenRules(audiences: ["api://tasks"]))
        protection = BearerProtection(
            accepting: [tokens], describedBy: metadata,
            bound: DPoPRules(
                at: Self.url, requiresProof: requiresProof, nonceKey: nonceKey),
            boundToCertificates: certificates, over: provider, time: TimeSource { [clock] in clock.now })
    }

    /// A valid token, by default bound to the client's key.
    func token(boundTo thumbprint: String?? = .none, also more: [String: JSONValue] = [:]) throws -> String {
        var draft = TokenDraft(from: provider, at: clock.now)
        let bound = thumbprint ?? key.publicKey.thumbprint
        draft.claims["cnf"] = bound.map { .object(more.merging(["jkt": .string($0)]) { $1 }) }
        return try draft.signed()
    }

    /// The claims of a valid proof.
    func claims(for token: String, nonce: String? = nil) -> [String: JSONValue] {
        var claims: [String: JSONValue] = [
            "jti": .string(UUID().uuidString), "htm": .string("GET"), "htu": .string(Self.address + "/items"),
            "iat": .number(String(Int(clock.now.timeIntervalSince1970))), "ath": .string(DPoPProof.hash(of: token)),
        ]
        claims["nonce"] = nonce.map(JSONValue.string)
        return claims
    }

    func proof(_ claims: [String: JSONValue], with other: JSONWebPrivateKey? = nil) throws -> String {
        let key = other ?? key
        let header: [String: JSONValue] = [
            "typ": .string("dpop+jwt"), "alg": .string("ES256"),
            "jwk": .object(try StrictJSON.object(in: key.publicKey.jsonData)),
        ]
        let input = [header, claims].map { Base64URL.encode(JSONValue.object($0).text.utf8) }.joined(separator: ".")
        return input + "." + Base64URL.encode(try key.signature(over: Data(input.utf8), by: .es256))
    }

    func ask(
        _ authorization: String?, proofs: [String] = [], path: String = "/items?page=2",
        presenting certificate: ClientCertificate? = nil
    ) async throws -> BearerChallenge? {
        var request = HTTPRequest(method: .get, scheme: "http", authority: "10.0.0.7:3000", path: path)
        request.headerFields[.authorization] = authorization
        if let name = HTTPField.Name("DPoP") { request.headerFields[values: name] = proofs }
        do {
            _ = try await protection.caller(of: request, presenting: certificate)
            return nil
        } catch let challenge as BearerChallenge {
            return challenge
        }
    }
}

extension BearerChallenge {
    var fields: [String] { response.head.headerFields[values: .wwwAuthenticate] }
    var nonceField: String? { HTTPField.Name("DPoP-Nonce").flatMap { response.head.headerFields[$0] } }
}
