// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport
import JSONWebSignatures
import OAuthMessages
import SignInProvider

final class FakeProvider: Transport {
    static let issuer = "https://id.example"

    private let answers: Mutex<[String: (Int, String)]>
    private let fields = Mutex<[String: HTTPFields]>([:])
    private let asked = Mutex<[String]>([])
    private let held = Mutex<[String: AsyncStream<Never>]>([:])

    init(keys: [JSONWebKey] = [Key.rsa.publicKey], metadata: String = FakeProvider.metadata) {
        let keySet = String(decoding: JSONWebKeySet(keys).jsonData, as: UTF8.self)
        answers = Mutex(["/.well-known/openid-configuration": (200, metadata), "/keys": (200, keySet)])
    }

    /// A provider without OpenID.
    init(plainOAuth metadata: String) {
        answers = Mutex(["/.well-known/oauth-authorization-server": (200, metadata)])
    }

    static let plainMetadata = """
        {"issuer":"\(issuer)","authorization_endpoint":"\(issuer)/authorize","token_endpoint":"\(issuer)/token"}
        """

    static let metadata = """
        {"issuer":"\(issuer)","authorization_endpoint":"\(issuer)/authorize","token_endpoint":"\(issuer)/token",
        "jwks_uri":"\(issuer)/keys","id_token_signing_alg_values_supported":["RS256"]}
        """

    func answer(_ path: String, with status: Int = 200, _ body: String) {
        answers.withLock { $0[path] = (status, body) }
    }

    func publish(_ keys: [JSONWebKey]) {
        answer("/keys", String(decoding: JSONWebKeySet(keys).jsonData, as: UTF8.self))
    }

    /// Sets the fields of a response, for example its cache lifetime.
    func answer(_ path: String, with newFields: HTTPFields) { fields.withLock { $0[path] = newFields } }

    /// Holds the response until the stream is finished.
    func hold(_ path: String) -> AsyncStream<Never>.Continuation {
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        held.withLock { $0[path] = stream }
        return continuation
    }

    func count(of path: String) -> Int { asked.withLock { $0.count { $0 == path } } }

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let path = request.path ?? ""
        asked.withLock { $0.append(path) }
        await Task.yield()
        if let stream = held.withLock({ $0.removeValue(forKey: path) }) { for await _ in stream {} }
        guard let (status, body) = answers.withLock({ $0[path] }) else {
            return TransportResponse(head: HTTPResponse(status: .notFound))
        }
        let head = HTTPResponse(status: .init(code: status), headerFields: fields.withLock { $0[path] ?? [:] })
        return TransportResponse(head: head, body: Data(body.utf8))
    }

    func discovered(rules: ProviderRules = .standard, time: TimeSource) async throws -> IdentityProvider {
        try await IdentityProvider.discover(
            ProviderDescription(issuer: try #require(URL(string: Self.issuer)), rules: rules), over: self, time: time)
    }
}

enum Key {
    static let rsa = made { try JSONWebPrivateKey.generateRSA(keyIdentifier: "rsa") }
    static let otherRSA = made { try JSONWebPrivateKey.generateRSA(keyIdentifier: "rsa") }
    static let unnamedRSA = made { try JSONWebPrivateKey.generateRSA() }
    static let elliptic = made { try JSONWebPrivateKey.generate(on: .p256, keyIdentifier: "ec") }

    private static func made(_ make: () throws -> JSONWebPrivateKey) -> JSONWebPrivateKey {
        do { return try make() } catch { preconditionFailure("no key: \(error)") }
    }
}

final class Clock: Sendable {
    private let state = Mutex((time: Date(timeIntervalSince1970: 1_767_225_600), reads: 0))
    var now: Date {
        state.withLock {
            $0.reads += 1
            return $0.time
        }
    }
    var reads: Int { state.withLock { $0.reads } }
    func advance(by seconds: TimeInterval) { state.withLock { $0.time += seconds } }
}
