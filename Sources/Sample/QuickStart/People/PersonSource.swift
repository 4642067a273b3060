// SPDX-License-Identifier: Apache-2.0
public import MicrosoftGraph

/// Where the page of one person asks; whoever is asked for is named by id or user principal name.
public protocol PersonSource: Sendable {
    /// The person.
    ///
    /// - Throws: `Refusal` (`signInRequired`) if nobody is signed in; whatever else the source throws.
    func person(_ who: String) async throws -> Person

    /// The person's manager; `nil` for somebody who has none.
    ///
    /// - Throws: As ``person(_:)``.
    func manager(of who: String) async throws -> Person?

    /// Those whose manager the person is.
    ///
    /// - Throws: As ``person(_:)``.
    func directReports(of who: String) async throws -> [Person]

    /// The person's picture; `nil` if there is none.
    ///
    /// - Throws: As ``person(_:)``.
    func photo(of who: String) async throws -> PersonPhoto?
}
