// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport
import OAuthMessages

/// A transport in front of the tenant that records requests and can replace responses.
final class TamperingTransport: Transport {
    typealias Answer = @Sendable (HTTPRequest, Data) async throws -> TransportResponse?
    typealias Change = @Sendable (HTTPRequest, inout TransportResponse) throws -> Void

    struct Sent: Sendable {
        let request: HTTPRequest
        let body: Data
        var form: FormParameters? { FormParameters(encoded: String(decoding: body, as: UTF8.self)) }
        var isToken: Bool { request.path?.hasSuffix("/token") == true }
    }

    private let next: any Transport
    private let record = Mutex<[Sent]>([])
    private let answer = Mutex<Answer?>(nil)
    private let change = Mutex<Change?>(nil)

    init(_ next: any Transport) { self.next = next }

    /// Responds in the tenant's place where the function returns a response.
    func answer(_ function: Answer?) { answer.withLock { $0 = function } }

    /// The same for requests whose path has this suffix.
    func answer(at ending: String, _ function: @escaping Answer) {
        answer { request, body in
            request.path?.hasSuffix(ending) == true ? try await function(request, body) : nil
        }
    }

    func change(_ function: Change?) { change.withLock { $0 = function } }

    var sent: [Sent] { record.withLock { $0 } }
    var tokenRequests: [Sent] { sent.filter(\.isToken) }
    var presentsCertificate: Bool { next.presentsCertificate }
    func forget() { record.withLock { $0 = [] } }

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        record.withLock { $0.append(Sent(request: request, body: body)) }
        if let response = try await answer.withLock({ $0 })?(request, body) { return response }
        var response = try await next.send(request, body: body)
        try change.withLock { $0 }?(request, &response)
        return response
    }

    func answerTokens(_ status: Int, _ json: String) { answer(at: "/token") { _, _ in .init(status, json) } }

    /// Holds the token endpoint's responses: `asked` finishes at the first request, `allow` releases them.
    func holdTokens() -> (asked: AsyncStream<Void>, allow: AsyncStream<Void>.Continuation) {
        let (asked, ask) = AsyncStream<Void>.makeStream()
        let (allowed, allow) = AsyncStream<Void>.makeStream()
        answer(at: "/token") { _, _ in
            ask.finish()
            for await _ in allowed {}
            return nil
        }
        return (asked, allow)
    }

    /// Changes members of valid token responses; `nil` removes one.
    func changeTokens(_ members: [String: (any Sendable)?]) { change("/token", members) }

    /// Changes members of the tenant's metadata; `nil` removes one.
    func changeMetadata(_ members: [String: (any Sendable)?]) { change("/openid-configuration", members) }

    private func change(_ ending: String, _ members: [String: (any Sendable)?]) {
        change { request, response in
            guard request.path?.hasSuffix(ending) == true, response.status == .ok else { return }
            var json = try JSONSerialization.jsonObject(with: response.body) as? [String: Any] ?? [:]
            for (name, value) in members { json[name] = value }
            response.body = try JSONSerialization.data(withJSONObject: json)
        }
    }
}

extension TransportResponse {
    init(_ status: Int, _ body: String = "", fields: HTTPFields = [:]) {
        self.init(head: HTTPResponse(status: .init(code: status), headerFields: fields), body: Data(body.utf8))
    }
}

extension FormParameters {
    func values(_ names: String...) -> [String?] { names.map { self[$0] } }
}

final class IDTokens: Sendable {
    private let kept = Mutex<[String]>([])
    var all: [String] { kept.withLock { $0 } }

    func keep(_ body: Data) throws {
        let json = try JSONSerialization.jsonObject(with: body) as? [String: Any]
        if let token = json?["id_token"] as? String { kept.withLock { $0.append(token) } }
    }
}
