// SPDX-License-Identifier: Apache-2.0
public import MicrosoftGraph

/// The source of people search.
public protocol PeopleSource: Sendable {
    /// Returns the first people whose names begin with a text; throws `Refusal` (`signInRequired`) without an account.
    func people(matching text: String) async throws -> PeoplePage
}

/// One page of a search.
public struct PeoplePage: Sendable {
    /// Requests the page after this one.
    public typealias Next = @Sendable () async throws -> PeoplePage

    /// The people, in the directory's order.
    public let people: [Person]
    /// Requests the next page; `nil` after the last.
    public let next: Next?

    /// Creates a page of results.
    public init(_ people: [Person], next: Next? = nil) {
        self.people = people
        self.next = next
    }
}
