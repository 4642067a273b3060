// SPDX-License-Identifier: Apache-2.0
/// Where people search asks.
public protocol PeopleSource: Sendable {
    /// The first people whose name begins with a text.
    ///
    /// - Throws: `Refusal` (`signInRequired`) if nobody is signed in; whatever else the source throws.
    func people(matching text: String) async throws -> PeoplePage
}
