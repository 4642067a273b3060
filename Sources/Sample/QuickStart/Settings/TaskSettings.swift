// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation
public import SignIn

/// The URL of the task API, and the scopes of its tokens.
public struct TaskSettings: Sendable, Hashable {
    /// The API's URL, without `/api/tasks`.
    public let endpoint: URL
    /// The scopes to request.
    public let scopes: ScopeSet

    /// A file must have both keys or neither, except that `usualScopes` are used without `taskScopes`.
    init?(_ reader: inout SettingsReader, usualScopes: ScopeSet? = nil) {
        let (hasEndpoint, hasScopes) = (reader.has("taskAPI"), reader.has("taskScopes"))
        guard hasEndpoint || hasScopes else { return nil }
        let endpoint = reader.value("taskAPI", "an address such as http://localhost:3000", SettingsValue.address)
        let usual = hasScopes ? nil : usualScopes
        let scopes =
            usual
            ?? reader.value(
                "taskScopes", "the task API's permission, such as api://tasks/Tasks.ReadWrite", SettingsValue.scopes)
        guard let endpoint, let scopes else { return nil }
        self.endpoint = endpoint
        self.scopes = scopes
    }
}
