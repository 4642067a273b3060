// SPDX-License-Identifier: Apache-2.0
package import MicrosoftGraph

/// The source for the page of one person; each method takes an id or a user principal name.
package protocol PersonSource: Sendable {
    /// The person.
    ///
    /// - Throws: `Refusal` (`signInRequired`) without an account; other errors of the source.
    func person(_ who: String) async throws -> Person

    /// The person's manager; `nil` if there is none.
    ///
    /// - Throws: As ``person(_:)``.
    func manager(of who: String) async throws -> Person?

    /// The people with this person as their manager.
    ///
    /// - Throws: As ``person(_:)``.
    func directReports(of who: String) async throws -> [Person]

    /// The person's picture; `nil` if there is none.
    ///
    /// - Throws: As ``person(_:)``.
    func photo(of who: String) async throws -> PersonPhoto?
}
