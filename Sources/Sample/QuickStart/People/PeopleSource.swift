// SPDX-License-Identifier: Apache-2.0
/// The source of people search.
package protocol PeopleSource: Sendable {
    /// The first people with a name that begins with a text.
    ///
    /// - Throws: `Refusal` (`signInRequired`) without an account; other errors of the source.
    func people(matching text: String) async throws -> PeoplePage
}
