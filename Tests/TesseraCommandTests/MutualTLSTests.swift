// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import BearerAuthHummingbird
import Fixtures
import Foundation
import HTTPServing
@testable import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdHTTP2
import HummingbirdTLS
import LocalCertificates
import Logging
import NIOCore
import NIOSSL
import OAuth
import Provider
import SignIn
import SignInTesting
import Testing

/// RFC 8705, over TLS: the built tenant with its second port, an API of Hummingbird, and the transport of Linux.
@Suite(.timeLimit(.minutes(2))) struct MutualTLSTests {
    /// A context that knows the connection.
    struct Context: BearerRequestContext {
        var coreContext: CoreRequestContextStorage
        var caller: Caller?
        let channel: any Channel

        init(source: ApplicationRequestContextSource) {
            (coreContext, channel) = (.init(source: source), source.channel)
        }

        func clientCertificate() async throws -> ClientCertificate? { try await ClientCertificate(of: channel) }
    }

    private static let logger = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }

    /// Runs `body` with a transport that presents a certificate.
    private static func with<Result>(
        _ certificate: TestCertificate?, trusting file: String, _ body: (any Transport) async throws -> Result
    ) async throws -> Result {
        let identity = try certificate.map {
            try TransportIdentity(certificates: $0.pem, privateKey: $0.privateKeyPEM)
        }
        let transport = AsyncHTTPClientTransport(
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
        _ identity: TLSIdentity, _ protection: BearerProtection, overHTTP2 isHTTP2: Bool,
        _ body: (URL) async throws -> Void
    ) async throws {
        let router = Router(context: Context.self)
        router.add(middleware: BearerAuthenticator(protection))
        router.get("/") { _, context in try context.requireCaller().subject }
        let chain = try NIOSSLCertificate.fromPEMBytes(Array(identity.certificatesForNames.utf8))
        let key = try NIOSSLPrivateKey(bytes: Array(identity.privateKey.revealed.utf8), format: .pem)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.certificateVerification = .optionalVerification
        let (ports, listening) = AsyncStream<Int>.makeStream()
        let application = Application(
            router: router,
            // Both modules of Hummingbird have a type for the configuration, of one name.
            server: try isHTTP2
                ? .http2Upgrade(
                    tlsChannelConfiguration: .init(tlsConfiguration: configuration) { $1.succeed(.certificateVerified) }
                )
                : .tls(
                    .http1(),
                    configuration: .init(tlsConfiguration: configuration) { $1.succeed(.certificateVerified) }),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { listening.yield($0.localAddress?.port ?? 0) }, logger: logger)
        let running = Task { try await application.run() }
        defer { running.cancel() }
        let port = try #require(await ports.first { _ in true })
        try await body(try #require(URL(string: "https://localhost:\(port)/")))
    }

    @Test(arguments: [false, true])
    func `a person signs in, and the API takes the token on connections with the certificate alone`(
        overHTTP2 isHTTP2: Bool
    ) async throws {
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
                try await Self.withAPI(certificates.identity, protection, overHTTP2: isHTTP2) { api in
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

    @Test func `the tenant says where it asks for certificates, and needs TLS for it`() async throws {
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
