// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPTransport
import JSONWebSignatures
import PortableFoundation

/// The parts of a batch that have results, and those to send now; a pure judge of what may be sent again.
struct BatchProgress: Sendable {
    let requests: [GraphBatch.Request]
    /// The last result of each part that was sent.
    private(set) var results: [Int: BatchAnswer.Part] = [:]
    /// The parts to send now, in the order of the batch.
    private(set) var pending: [Int]

    init(_ requests: [GraphBatch.Request]) {
        self.requests = requests
        pending = Array(requests.indices)
    }

    /// The ids of the parts to send now.
    var ids: Set<String> { Set(pending.map { GraphBatch.Part(number: $0).id }) }

    /// Whether all parts to send now may be sent twice.
    var isIdempotent: Bool { pending.allSatisfy { requests[$0].isIdempotent } }

    /// Takes results, and leaves those parts pending that may be sent again.
    ///
    /// A part that failed because of its dependency never ran: it is sent again with it, whatever its method.
    ///
    /// - Returns: The longest wait that a part to send again asks for; `nil` if none asks for one.
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

    /// The content of the request for the pending parts; a dependency that has succeeded already is left out.
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
