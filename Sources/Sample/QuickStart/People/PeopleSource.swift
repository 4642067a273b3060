// SPDX-License-Identifier: Apache-2.0
public import MicrosoftGraph

/// The source of people search.
public protocol PeopleSource: Sendable {
    /// The first people with a name that begins with a text.
    ///
    /// - Throws: `Refusal` (`signInRequired`) without an account; other errors of the source.
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

    /// Creates a page of results; `next` is `nil` on the last one.
    public init(_ people: [Person], next: Next? = nil) {
        self.people = people
        self.next = next
    }
}
