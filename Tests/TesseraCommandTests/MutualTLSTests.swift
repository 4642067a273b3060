// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import BearerAuthServing
import Fixtures
import Foundation
import HTTPMessages
import HTTPServing
@testable import HTTPTransport
import LocalCertificates
import OAuthMessages
import ProgramLifecycle
import SignInProvider
import ServerTLS
import SignIn
import SignInTesting
import Testing

/// RFC 8705, over TLS: the built tenant with its second port, an API of ours, and the transport of Linux.
@Suite(.timeLimit(.minutes(2))) struct MutualTLSTests {
    struct Context: BearerRequestContext {
        var core: RequestCore
        var caller: Caller?

        init(core: RequestCore) { self.core = core }
    }

    private static let logger = Log("tests")

    /// Runs `body` with a transport that presents a certificate.
    private static func with<Result>(
        _ certificate: TestCertificate?, trusting file: String, _ body: (any Transport) async throws -> Result
    ) async throws -> Result {
        let identity = try certificate.map {
            try TransportIdentity(certificates: $0.pem, privateKey: $0.privateKeyPEM)
        }
        let transport = CurlTransport(
            limits: TransportLimits(), presenting: identity, environment: ["SSL_CERT_FILE": file])
        do {
            let result = try await body(transport)
            try await transport.shutDown()
            return result
        } catch {
            try? await transport.shutDown()
            throw error
        }
    }

    /// Runs `body` beside an API with one route, which answers with the caller's id.
    private static func withAPI(
        _ identity: TLSIdentity, _ protection: BearerProtection, _ body: (URL) async throws -> Void
    ) async throws {
        let router = Router(context: Context.self)
        router.add(middleware: BearerAuthenticator(protection))
        router.get("/") { _, context in try context.requireCaller().subject }
        let (ports, listening) = AsyncStream<Int>.makeStream()
        let server = HTTPServer(
            responder: router.buildResponder(), at: ServerAddress(host: "127.0.0.1", port: 0, scheme: .https),
            identity: try CurrentTLSIdentity(identity), asksForCertificate: true, logger: logger,
            onListening: { listening.yield($0) })
        let running = Task { try await server.run(until: Ending()) }
        defer { running.cancel() }
        let port = try #require(await ports.first { _ in true })
        try await body(try #require(URL(string: "https://localhost:\(port)/")))
    }

    @Test func `a person signs in, and the API takes the token on connections with the certificate alone`()
        async throws
    {
        try await RunningTenant.run(["--tls", "--mtls-port", "0"]) { tenant in
            let folder = tenant.command.home.appending(path: "api")
            let certificates = try LocalCertificates(in: folder, now: Date())
            let authorities = [try #require(tenant.report.certificateAuthority), certificates.authorityFile.path]
            let trusted = tenant.command.home.appending(path: "trusted.pem")
            try Data(authorities.map { try String(contentsOfFile: $0, encoding: .utf8) }.joined().utf8)
                .write(to: trusted)
            let issuer = try #require(URL(string: tenant.report.url + "/op"))
            let tokens = AcceptedTokens(
                from: ProviderDescription(issuer: issuer),
                AccessTokenRules(audiences: ["https://orders.aldervale.example"]))
            try await Self.with(nil, trusting: trusted.path) { transport in
                let protection = BearerProtection(
                    accepting: [tokens], boundToCertificates: CertificateRules(requiresBinding: true),
                    over: transport)
                try await Self.withAPI(certificates.identity, protection) { api in
                    try await Self.journey(to: api, issuer: issuer, trusting: trusted.path, without: transport)
                }
            }
        }
    }

    private static func journey(
        to api: URL, issuer: URL, trusting file: String, without plain: any Transport
    ) async throws {
        let certificate = try TestCertificate(named: "till", from: Date() - 60)
        let other = try TestCertificate(named: "till", from: Date() - 60)
        let registration = try await CertifiedRegistration.make(certificate, at: issuer, over: plain)
        let token = try await with(certificate, trusting: file) { transport in
            let flow = SignInFlow(registration, keepingIn: AccountStore(MemoryAccountStorage(), over: transport))
            let agent = ScriptedUserAgent(
                over: plain, username: "ana.silva@aldervale.example", password: "watchword")
            let account = try await flow.signIn(with: agent)
            #expect(try await flow.userInfo(of: account).subject == account.identity.subject)
            let orders = flow.authorizedTransport(for: account, scopes: ["orders.read"], to: api)
            let response = try await orders.send(HTTPRequest(url: api))
            #expect(response.status == .ok)
            #expect(String(decoding: response.body, as: UTF8.self) == account.identity.subject)
            return try await flow.session(of: account).accessToken(for: ["orders.read"])
        }
        for (presented, status) in [(nil, 401), (other, 401), (certificate, 200)] as [(TestCertificate?, Int)] {
            try await with(presented, trusting: file) { transport in
                var request = HTTPRequest(url: api)
                request.headerFields[.authorization] = "Bearer \(token.revealed)"
                let response = try await transport.send(request)
                #expect(response.status.code == status)
            }
        }
        try await with(other, trusting: file) { transport in
            let flow = SignInFlow(registration, keepingIn: AccountStore(MemoryAccountStorage(), over: transport))
            let error = await #expect(throws: ServerError.self) { try await flow.authorizationRequest() }
            #expect(error?.code == .invalidClient)
        }
    }

    @Test func `the tenant advertises where it requests certificates, and requires TLS for it`() async throws {
        try await RunningTenant.run(["--tls", "--mtls-port", "0"]) { tenant in
            let second = try #require(tenant.report.mutualTLS)
            #expect(second.hasPrefix("https://localhost:") && second != tenant.report.url)
            let host = tenant.report.url.replacing("https://", with: "")
            let metadata = try await tenant.page("/op/.well-known/openid-configuration", host: host)
            #expect(metadata.contains(#""token_endpoint":"\#(second)/op/token""#))
        }
        let command = BuiltCommand(home: FileManager.default.temporaryDirectory)
        let outcome = try await command.run(["tenant", "--port", "0", "--mtls-port", "0"])
        #expect(outcome.status == 64 && outcome.error.contains("--mtls-port requires --tls."))
    }
}
#endif
