// SPDX-License-Identifier: Apache-2.0
public import HTTPMessages
public import PortableFoundation

/// Up to 20 requests that are sent as one, each with its own result.
///
/// ```swift
/// var batch = GraphBatch()
/// let me = try batch.get("/me")
/// let reports = try batch.get("/me/directReports", after: me)
/// let results = try await graph.send(batch)
/// let person = try results.value(of: me, as: Person.self)
/// ```
public struct GraphBatch: Sendable {
    /// One request in a batch.
    public struct Part: Sendable, Hashable {
        let number: Int

        /// IDs must differ although Graph ignores case.
        var id: String { String(number + 1) }
    }

    struct Request: Sendable {
        let method: HTTPRequest.Method
        let target: GraphPath
        let query: GraphQuery
        let body: Data?
        let dependency: Part?

        /// RFC 9110 §9.2.2.
        var isIdempotent: Bool { [.get, .head, .put, .delete].contains(method) }
    }

    /// The maximum number of requests in a batch, which is Graph's own limit.
    public static let maximumParts = 20

    private(set) var requests: [Request] = []

    /// Creates an empty batch.
    public init() {}

    /// The number of requests.
    public var count: Int { requests.count }

    /// Adds a GET request, such as for an entity, a list's first page, or a photo; the part is the key to its result.
    ///
    /// The part `other` must succeed first. Graph can run all parts in parallel, each part after the previous one, or
    /// several parts after the same one.
    ///
    /// - Throws: ``GraphError`` (400) for too many parts or an unsupported order, (404) for a path that names no
    ///   entity.
    public mutating func get(
        _ path: GraphPath, _ query: GraphQuery = GraphQuery(), after other: Part? = nil
    ) throws -> Part {
        try add(Request(method: .get, target: path, query: query, body: nil, dependency: other))
    }

    /// Adds a request with a JSON body; a part with a non-idempotent method is never retried.
    ///
    /// - Throws: The same errors as ``get(_:_:after:)``, or an encoding error.
    public mutating func add(
        _ method: HTTPRequest.Method, _ path: GraphPath, body: (some Encodable)? = [String: String]?.none,
        after other: Part? = nil
    ) throws -> Part {
        let content = try body.map { try JSONEncoder().encode($0) }
        return try add(Request(method: method, target: path, query: GraphQuery(), body: content, dependency: other))
    }

    private mutating func add(_ request: Request) throws -> Part {
        guard requests.count < Self.maximumParts else {
            throw GraphError.refused(
                "a batch can have at most \(Self.maximumParts) requests", remedy: "send several batches")
        }
        guard request.target.encoded != nil else { throw GraphError.pathUnusable }
        let all = requests + [request]
        guard request.dependency.map({ $0.number < requests.count }) ?? true, Self.isOrderOfGraph(all) else {
            throw GraphError.refused(
                "the requests of a batch run in parallel, in sequence, or several after the same one",
                remedy: "send several batches")
        }
        requests = all
        return Part(number: requests.count - 1)
    }

    private static func isOrderOfGraph(_ requests: [Request]) -> Bool {
        let dependencies = requests.map(\.dependency?.number)
        let isRow = dependencies.enumerated().allSatisfy { $1 == ($0 == 0 ? nil : $0 - 1) }
        return isRow || Set(dependencies.compactMap(\.self)).count <= 1
    }
}

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
        guard let result = parts[part.number] else { return .partUnknown }
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

    /// Returns the photo in a part; `nil` if the person has none.
    ///
    /// - Throws: The part's ``GraphError``, or one for content that is not a photo.
    public func photo(of part: GraphBatch.Part) throws -> PersonPhoto? {
        if let error = error(of: part), GraphClient.isAbsentPhoto(error) { return nil }
        return try PersonPhoto(
            contentType: parts[part.number]?.fields[.contentType], data: try data(of: part))
    }
}
