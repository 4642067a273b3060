// SPDX-License-Identifier: Apache-2.0

public protocol Channel: AnyObject, Sendable {
    var parent: (any Channel)? { get }
}

public final class EventLoopFuture<Value: Sendable>: Sendable {
    private let result: Result<Value, any Error>

    /// Not of SwiftNIO, where an event loop completes it.
    public init(_ result: Result<Value, any Error>) { self.result = result }

    public func get() async throws -> Value { try result.get() }
}
