// SPDX-License-Identifier: Apache-2.0
/// A page of the app with its input, to return to after a sign-in.
public enum Place: Sendable, Hashable, Codable {
    case people(search: String)
    /// The ID or user principal name.
    case person(String)
    /// The draft is a task that has not been added.
    case tasks(draft: String)
    case accounts
}
