// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird

/// Reads and writes the JSON of the tenant's own API.
///
/// Content must say that it is JSON: a page of another site cannot send such a request without asking first, and nobody
/// here would answer that question.
enum ControlContent {
    /// Reads what was sent.
    ///
    /// - Throws: ``ControlError`` (400, 415); `RequestRefusal` for too much of it.
    static func read<Value: Decodable>(_ type: Value.Type, from request: Request) async throws -> Value {
        let content = try await RequestContent(of: request)
        guard content.type?.value == "application/json" else {
            throw ControlError(
                .unsupportedMediaType, "contentTypeUnsupported", "Send JSON, with Content-Type: application/json.")
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do {
            return try decoder.decode(type, from: content.bytes.isEmpty ? Data("{}".utf8) : content.bytes)
        } catch let error as DecodingError {
            throw ControlError(.badRequest, "contentMalformed", error.sentence)
        }
    }

    /// Writes an answer.
    static func reply(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        encoder.dateEncodingStrategy = .iso8601
        return JSONReply.make(json: try encoder.encode(value), status: status)
    }
}

extension DecodingError {
    /// What was wrong, and where.
    fileprivate var sentence: String {
        let (context, what): (Context, String) =
            switch self {
            case .keyNotFound(let key, let context): (context, "'\(key.stringValue)' is missing")
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                (context, context.debugDescription)
            @unknown default: (Context(codingPath: [], debugDescription: ""), "the JSON cannot be read")
            }
        let place = context.codingPath.map(\.stringValue).joined(separator: ".")
        return "The content cannot be understood\(place.isEmpty ? "" : " at '\(place)'"): \(what)"
    }
}
