// SPDX-License-Identifier: Apache-2.0
/// A page of the app with its input, so that the app can return there after a sign-in.
public enum Place: Sendable, Hashable, Codable {
    /// People search, with the text of the search field.
    case people(search: String)
    /// One person, by id or user principal name.
    case person(String)
    /// The task list, with the text of a task that is not added yet.
    case tasks(draft: String)
    /// The accounts.
    case accounts
}
