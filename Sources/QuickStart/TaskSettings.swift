// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import SignIn

/// Where the task API is, and what its tokens must allow.
public struct TaskSettings: Sendable, Hashable {
    /// The API's address, without `/api/tasks`.
    public let endpoint: URL
    /// The permissions to ask for.
    public let scopes: ScopeSet

    /// Reads the two keys; both or none must be there.
    init?(_ reader: inout SettingsReader) {
        guard reader.has("taskAPI") || reader.has("taskScopes") else { return nil }
        let endpoint = reader.value("taskAPI", "an address such as http://localhost:3000", Settings.address)
        let scopes = reader.value(
            "taskScopes", "the task API's permission, such as api://tasks/Tasks.ReadWrite"
        ) {
            Settings.scopes($0)
        }
        guard let endpoint, let scopes else { return nil }
        self.endpoint = endpoint
        self.scopes = scopes
    }
}
