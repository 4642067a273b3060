// SPDX-License-Identifier: Apache-2.0
package import MicrosoftGraph

/// One page of a search.
package struct PeoplePage: Sendable {
    /// Requests the page after this one.
    package typealias Next = @Sendable () async throws -> PeoplePage

    /// The people, in the directory's order.
    package let people: [Person]
    /// Requests the next page; `nil` after the last.
    package let next: Next?

    /// Creates a page.
    package init(_ people: [Person], next: Next? = nil) {
        self.people = people
        self.next = next
    }
}
