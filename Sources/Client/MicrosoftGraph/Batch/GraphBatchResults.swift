// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
public import PortableFoundation

/// The results of a batch, part by part.
///
/// ```swift
/// for part in parts {
///     if let error = results.error(of: part) {
///         await show(error.localizedDescription, offering: error.nextAction)
///     }
/// }
/// ```
public struct GraphBatchResults: Sendable {
    let parts: [Int: BatchAnswer.Part]
    let now: Date

    /// Returns a part's error; `nil` if it succeeded.
    ///
    /// Status 424 means that the part did not run, because the part that it depends on failed.
    public func error(of part: GraphBatch.Part) -> GraphError? {
        guard let result = parts[part.number] else {
            return .partUnknown
        }
        guard !result.isSuccess else { return nil }
        return GraphError(
            status: result.status, body: result.body, needing: nil, retryAfter: result.retryAfter(now: now))
    }

    /// Returns a part's content, such as a photo; empty if it has none.
    ///
    /// - Throws: The part's ``GraphError``.
    public func data(of part: GraphBatch.Part) throws -> Data {
        if let error = error(of: part) { throw error }
        return parts[part.number]?.body ?? Data()
    }

    /// Decodes a part's JSON content.
    ///
    /// - Throws: The part's ``GraphError``, or one for content of another type.
    public func value<Value: Decodable>(of part: GraphBatch.Part, as type: Value.Type = Value.self) throws -> Value {
        try GraphClient.decoded(try data(of: part))
    }

    /// Returns the photo in a part.
    ///
    /// - Returns: The photo; `nil` if the person has none.
    /// - Throws: The part's ``GraphError``, or one for content that is not a photo.
    public func photo(of part: GraphBatch.Part) throws -> PersonPhoto? {
        if let error = error(of: part), GraphClient.isAbsentPhoto(error) { return nil }
        return try PersonPhoto(
            contentType: parts[part.number]?.fields[.contentType], data: try data(of: part))
    }
}
