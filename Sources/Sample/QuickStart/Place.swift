// SPDX-License-Identifier: Apache-2.0
/// Where a person was in the app, so that a sign-in can come back to it.
public enum Place: Sendable, Hashable, Codable {
    /// People search, with what was typed.
    case people(search: String)
    /// One person, by id or user principal name.
    case person(String)
    /// The task list, with the task that was typed and not yet added.
    case tasks(draft: String)
    /// The accounts.
    case accounts
}
