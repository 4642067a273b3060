// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPTransport
import OAuthMessages
import Synchronization

/// Stands between a client and the tenant: it remembers what was asked, and can answer in the tenant's place.
final class TamperingTransport: Transport {
    typealias Answer = @Sendable (HTTPRequest, Data) async throws -> TransportResponse?
    typealias Change = @Sendable (HTTPRequest, inout TransportResponse) throws -> Void

    /// One request as it was sent.
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

    /// Answers requests in the tenant's place, where the function gives an answer.
    func answer(_ function: Answer?) { answer.withLock { $0 = function } }

    /// Answers requests whose path has this end in the tenant's place.
    func answer(at ending: String, _ function: @escaping Answer) {
        answer { request, body in
            request.path?.hasSuffix(ending) == true ? try await function(request, body) : nil
        }
    }

    /// Changes the tenant's answers.
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

    /// Answers the token endpoint with a status and JSON.
    func answerTokens(_ status: Int, _ json: String) {
        answer(at: "/token") { _, _ in .init(status, json) }
    }

    /// Holds the responses of the token endpoint: `asked` ends with the first request, and `allow` lets them go.
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

    /// Changes members of the token endpoint's good answers; `nil` takes one out.
    func changeTokens(_ members: [String: (any Sendable)?]) { change("/token", members) }

    /// Changes members of what the tenant says of itself; `nil` takes one out.
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
    /// The values of some members.
    func values(_ names: String...) -> [String?] { names.map { self[$0] } }
}

/// ID tokens that went by.
final class IDTokens: Sendable {
    private let kept = Mutex<[String]>([])
    var all: [String] { kept.withLock { $0 } }

    func keep(_ body: Data) throws {
        let json = try JSONSerialization.jsonObject(with: body) as? [String: Any]
        if let token = json?["id_token"] as? String { kept.withLock { $0.append(token) } }
    }
}
