// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPTransport
import JSONWebSignatures
import OAuthMessages
package import PortableFoundation

extension GraphClient {
    /// Sends a batch within a deadline for all attempts, and retries the parts that Graph throttles.
    ///
    /// A batch's response is 200 whatever the results of its parts. Parts with 408, 425, 429, 502, 503, or 504 are
    /// retried after the delay that Graph requests, together with the parts that depend on them. A part with a
    /// non-idempotent method is not retried, because it may have taken effect.
    ///
    /// - Throws: ``GraphError`` if the whole batch fails, or an error of the transport.
    public func send(
        _ batch: GraphBatch, within deadline: Duration = .seconds(60)
    ) async throws -> GraphBatchResults {
        var progress = BatchProgress(batch.requests)
        var attempts = RetryAttempts(by: .ofGraph(within: deadline), clock)
        while !progress.pending.isEmpty {
            var asked: Duration?
            do {
                let answer = try await answer(to: progress)
                asked = progress.take(answer, now: clock.date())
            } catch let error as GraphError
                where RetryPolicy.passingStatuses.contains(error.status) && progress.isIdempotent
            {
                guard let delay = attempts.delay(error.retryAfter) else { throw error }
                try await attempts.next(after: delay)
                continue
            }
            guard !progress.pending.isEmpty, let delay = attempts.delay(asked) else { break }
            try await attempts.next(after: delay)
        }
        return GraphBatchResults(parts: progress.results, now: clock.date())
    }

    private func answer(to progress: BatchProgress) async throws -> BatchAnswer {
        var request = HTTPRequest(method: .post, url: try address("/$batch"))
        request.headerFields[.accept] = "application/json"
        request.headerFields[.contentType] = "application/json"
        let content = try progress.content { try target($0.target, $0.query) }
        let response = try await response(to: request, body: content, needing: nil)
        return try BatchAnswer(response.body, expecting: progress.ids)
    }
}

extension RetryPolicy {
    /// Graph's throttling lasts longer than that of other servers.
    package static func ofGraph(within deadline: Duration) -> RetryPolicy {
        var policy = RetryPolicy()
        (policy.maximumAttempts, policy.deadline) = (10, deadline)
        (policy.firstDelay, policy.longestDelay) = (.seconds(1), .seconds(30))
        return policy
    }
}

struct BatchProgress: Sendable {
    let requests: [GraphBatch.Request]
    private(set) var results: [Int: BatchAnswer.Part] = [:]
    private(set) var pending: [Int]

    init(_ requests: [GraphBatch.Request]) {
        self.requests = requests
        pending = Array(requests.indices)
    }

    var ids: Set<String> { Set(pending.map { GraphBatch.Part(number: $0).id }) }

    var isIdempotent: Bool { pending.allSatisfy { requests[$0].isIdempotent } }

    /// A part that failed because of its dependency never ran: it is sent again with it, whatever its method.
    mutating func take(_ answer: BatchAnswer, now: Date) -> Duration? {
        var again: [Int] = []
        var wait: Duration?
        for number in pending {
            guard let result = answer.parts[GraphBatch.Part(number: number).id] else { continue }
            results[number] = result
            if RetryPolicy.passingStatuses.contains(result.status), requests[number].isIdempotent {
                again.append(number)
                wait = [wait, result.retryAfter(now: now)].compactMap(\.self).max()
            } else if result.status == 424, let dependency = requests[number].dependency?.number,
                again.contains(dependency)
            {
                again.append(number)
            }
        }
        pending = again
        return wait
    }

    /// A dependency that has already succeeded is omitted.
    func content(target: (GraphBatch.Request) throws -> String) throws -> Data {
        let parts = try pending.map { number -> JSONValue in
            let request = requests[number]
            var part: [String: JSONValue] = [
                "id": .string(GraphBatch.Part(number: number).id), "method": .string(request.method.rawValue),
                "url": .string(try target(request)),
            ]
            var fields = Dictionary(
                request.query.fields.map { ($0.name.rawName, JSONValue.string($0.value)) },
                uniquingKeysWith: { first, _ in first })
            if let body = request.body {
                part["body"] = try StrictJSON.value(in: body, maximumDepth: 128)
                fields["Content-Type"] = "application/json"
            }
            if !fields.isEmpty { part["headers"] = .object(fields) }
            if let dependency = request.dependency, pending.contains(dependency.number) {
                part["dependsOn"] = .texts([dependency.id])
            }
            return .object(part)
        }
        return Data(JSONValue.object(["requests": .array(parts)]).text.utf8)
    }
}

/// The validated response to a batch, with exactly one result per request. OData JSON Format 4.01 §19
package struct BatchAnswer: Sendable {
    struct Part: Sendable {
        let status: Int
        let fields: HTTPFields
        /// JSON as text, anything else as its bytes.
        let body: Data

        var isSuccess: Bool { (200..<300).contains(status) }

        func retryAfter(now: Date) -> Duration? {
            TransportResponse(head: HTTPResponse(status: .ok, headerFields: fields)).retryAfter(now: now)
        }
    }

    let parts: [String: Part]

    package var ids: Set<String> { Set(parts.keys) }

    /// The results may be in any order.
    ///
    /// - Throws: ``GraphError`` (`unreadable`) for a result that is missing, repeated, or was not requested.
    package init(_ content: Data, expecting ids: Set<String>) throws {
        let document = try ForeignJSON(content) { _ in Self.unreadable }
        let responses = document["responses"]?.array ?? []
        guard responses.count == ids.count else { throw Self.unreadable }
        var parts: [String: Part] = [:]
        for response in responses {
            guard let response = response.object, let id = response["id"]?.string?.lowercased(), ids.contains(id),
                let status = response["status"]?.double.flatMap(Int.init(exactly:)), (100..<600).contains(status),
                parts.updateValue(
                    Part(status: status, fields: Self.fields(response["headers"]), body: Self.body(response["body"])),
                    forKey: id) == nil
            else { throw Self.unreadable }
        }
        self.parts = parts
    }

    private static func fields(_ value: JSONValue?) -> HTTPFields {
        (value?.object ?? [:]).reduce(into: HTTPFields()) { fields, member in
            if let name = HTTPField.Name(member.key), let text = member.value.string, HTTPField.isValidValue(text) {
                fields[name] = text
            }
        }
    }

    /// Photos are text in Base64.
    private static func body(_ value: JSONValue?) -> Data {
        switch value {
        case nil, .null: Data()
        case .string(let text): Data(base64Encoded: text) ?? Data(text.utf8)
        case let value?: Data(value.text.utf8)
        }
    }

    private static let unreadable = GraphError.unreadable("the response is not a batch response of Microsoft Graph")
}
