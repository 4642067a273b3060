// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport
import OAuthMessages

final class SecretsOnTheWire: Transport {
    private static let names: Set = [
        "code", "code_verifier", "state", "nonce", "refresh_token", "client_secret", "client_assertion", "assertion",
        "subject_token", "actor_token", "token", "password", "device_code", "access_token", "id_token", "id_token_hint",
    ]

    private let next: any Transport
    private let kept = Mutex<[String: Set<String>]>([:])

    init(_ next: any Transport) { self.next = next }

    var byName: [String: Set<String>] { kept.withLock { $0 } }
    var all: Set<String> { byName.values.reduce(into: []) { $0.formUnion($1) } }

    func keep(_ address: URL) { keep(FormParameters(queryOf: address)) }

    func keep(_ name: String, _ value: String) {
        // A word of a few letters occurs in any text.
        if value.count >= 8 { kept.withLock { _ = $0[name, default: []].insert(value) } }
    }

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        keep(FormParameters(encoded: String(decoding: body, as: UTF8.self)))
        let credentials = request.headerFields[.authorization]?.split(separator: " ").last
        if let credentials { keep("authorization", String(credentials)) }
        let response = try await next.send(request, body: body)
        let members = try? JSONSerialization.jsonObject(with: response.body) as? [String: Any]
        for (name, value) in members ?? [:] where Self.names.contains(name) {
            if let text = value as? String { keep(name, text) }
        }
        return response
    }

    private func keep(_ parameters: FormParameters?) {
        for pair in parameters?.pairs ?? [] where Self.names.contains(pair.name) { keep(pair.name, pair.value) }
    }
}

/// Every default rendering of a value: for a log, a debugger, or a test report.
struct SpokenTexts {
    private(set) var texts: [String] = []

    mutating func add(_ value: Any) {
        var dumped = ""
        dump(value, to: &dumped)
        texts += [String(describing: value), String(reflecting: value), "\(value)", dumped]
        if let error = value as? any Error {
            texts += [error.localizedDescription, (error as NSError).description, (error as NSError).debugDescription]
        }
    }

    /// Expects none of the secrets in any text.
    func expectNone(of secrets: Set<String>, _ location: SourceLocation = #_sourceLocation) {
        for secret in secrets {
            let leak = texts.contains { $0.contains(secret) }
            #expect(!leak, "a secret of \(secret.count) characters is said", sourceLocation: location)
        }
    }
}
